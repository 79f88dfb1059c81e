import { bindingsOf, diagnosticsOf, type HookEvent, Messenger, type Snapshot } from "@pawl/core"
import type { NotSearched } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { toldHooks } from "../hooks/toldFindings.ts"
import { Output } from "../Output.ts"
import { configurationText, findingText, gateText, noticeText } from "./report.ts"

/** How many hooks this call can ask before the command. */
export const guardsIn = (snapshot: Snapshot): number =>
  bindingsOf(snapshot).filter(({ boundary }) => boundary === "tool.pre").length

/** What has been written already, so that it is not written twice. */
interface Told {
  readonly guards: number
  /** The hooks whose mistakes have been told with the hooks files. */
  readonly hooks: ReadonlySet<string>
  readonly findings: ReadonlySet<string>
}

/** Writes to stderr what the engine has to say, as it comes. Rule: CLI-15 */
export class Narrator extends Context.Service<
  Narrator,
  {
    /** Tells what was found in the hooks files that are in force now, as far as it was not told before. */
    readonly tellFiles: (snapshot: Snapshot) => Effect.Effect<void>
  }
>()("pawl/exec/Narrator") {}

interface NarratedCall {
  readonly quiet: boolean
  readonly notSearched: ReadonlyArray<NotSearched>
}

const lineOf = (event: HookEvent, told: Told, call: NarratedCall): string | undefined => {
  switch (event._tag) {
    case "DispatchEnded":
      return call.quiet || event.interrupted || event.boundary !== "tool.pre"
        ? undefined
        : gateText(event, told.guards, call.notSearched)
    case "NoticeSent":
      // Why somebody is asked stands with the question, on the terminal.
      return event.notice.level === "warning" ? undefined : noticeText(event.notice)
    default:
      return undefined
  }
}

const findingIn = (event: HookEvent, told: Told): string | undefined => {
  if (event._tag !== "DiagnosticFound") return undefined
  const { binding } = event.diagnostic
  return binding !== undefined && told.hooks.has(binding) ? undefined : findingText(event.diagnostic)
}

/** The messenger of one call, whose only subscriber is the person at stderr. Rule: CLI-15 */
export const layerNarrator = (call: NarratedCall): Layer.Layer<Messenger | Narrator, never, Output> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { err } = yield* Output
      const ref = yield* Ref.make<Told>({ guards: 0, hooks: new Set(), findings: new Set() })
      const tellFindings = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
        const { findings } = yield* Ref.get(ref)
        const fresh = lines.filter((line) => !findings.has(line))
        yield* Ref.update(ref, (told) => ({ ...told, findings: new Set([...findings, ...fresh]) }))
        yield* Effect.forEach(fresh, err, { discard: true })
      })
      const receive = Effect.fnUntraced(function* (event: HookEvent) {
        const told = yield* Ref.get(ref)
        const finding = findingIn(event, told)
        if (finding !== undefined) return yield* tellFindings([finding])
        const line = lineOf(event, told, call)
        if (line !== undefined) yield* err(line)
      })
      const tellFiles = (snapshot: Snapshot) =>
        Effect.andThen(
          Ref.update(ref, (told) => ({ ...told, guards: guardsIn(snapshot), hooks: toldHooks(snapshot) })),
          tellFindings(configurationText(diagnosticsOf(snapshot)))
        )
      return Layer.merge(Messenger.layerTo(receive), Layer.succeed(Narrator, { tellFiles }))
    })
  )
