import { cursorAdapter } from "@pawl/adapter-cursor"
import {
  type Binding,
  type Diagnostic,
  defaultRunPolicy,
  type Envelope,
  everythingProfile,
  type HookEffects,
  type HostProfile,
  type ProcessOutcome,
  type Reading,
  type RunPolicy,
  type Source
} from "@pawl/core"
import { outcome, shellRun, source } from "@pawl/core/testing"
import * as Effect from "effect/Effect"

/** A hooks file of a project, in which relative commands run in the project's root. */
export const projectFile: Source = source({
  id: "/repo/.cursor/hooks.json",
  kind: "project",
  format: "cursor",
  scope: { _tag: "Within", root: "/repo" }
})

export const strictPolicy: RunPolicy = { ...defaultRunPolicy, strict: true }

export const allReadings: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]

/** The text of a file with these definitions. */
export const hooksFile = (hooks: object): string => JSON.stringify({ version: 1, hooks })

interface Under {
  readonly reading?: Reading
  readonly profile?: HostProfile
}

/** What becomes of a text for one host in one reading. */
export const load = Effect.fnUntraced(function* (text: string, under: Under = {}) {
  const { profile = everythingProfile, reading = "tight" } = under
  const parsed = yield* cursorAdapter.parse(text)
  return { parsed, ...cursorAdapter.bindings(parsed, { source: projectFile, profile, reading }) }
})

export const findingsOf = (text: string): Effect.Effect<ReadonlyArray<Diagnostic>> =>
  Effect.map(cursorAdapter.parse(text), ({ findings }) => findings)

/** The only finding of a text, with its place as `line:column at`. */
export const onlyFinding = Effect.fnUntraced(function* (text: string) {
  const [first, ...more] = yield* findingsOf(text)
  if (first === undefined || more.length > 0)
    return yield* Effect.die(`not one finding: ${JSON.stringify([first, ...more])}`)
  const { place } = first
  return { ...first, where: place === undefined ? "" : `${place.line}:${place.column} ${place.at ?? ""}`.trim() }
})

/** The only hook of a file that holds one definition. */
export const only = Effect.fnUntraced(function* (event: string, definition: object, reading: Reading = "tight") {
  const { bindings } = yield* load(hooksFile({ [event]: [definition] }), { reading })
  const [binding] = bindings
  if (binding === undefined) return yield* Effect.die(`no hook for ${event}`)
  return binding
})

/** What an outcome means for a hook. */
export const decodeOutcome = (
  binding: Binding,
  run: ProcessOutcome,
  policy: RunPolicy = defaultRunPolicy,
  envelope: Envelope = shellRun("git status")
): HookEffects => cursorAdapter.decode({ binding, outcome: run, envelope, policy })

/** What an answer on exit 0 means for a hook. */
export const decodeAnswer = (binding: Binding, answer: unknown, policy?: RunPolicy): HookEffects =>
  decodeOutcome(binding, outcome({ stdout: typeof answer === "string" ? answer : JSON.stringify(answer) }), policy)

export const codes = (diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<string> => diagnostics.map((d) => d.code)

export const texts = (all: ReadonlyArray<{ readonly text: string }>): ReadonlyArray<string> => all.map((t) => t.text)
