import { type Envelope, HookRegistry, type SourceCandidate } from "@pawl/core"
import {
  endsWith,
  exited,
  type RunnerRecord,
  type RunnerScript,
  type ScriptedRun,
  ScriptedRunner
} from "@pawl/core/testing"
import { CurrentPolicy, type JudgingHost, judge } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { commandOf, commandRead, hooksFile, shell } from "../judging.ts"
import type { Entry, Instant } from "./Log.ts"
import type { Scene } from "./stage.ts"
import {
  type ActionPlan,
  type Answer,
  type Ask,
  type FileName,
  type Input,
  patient,
  sideRoot,
  type World
} from "./World.ts"

/** What an interleaving has left behind. */
export interface Played {
  readonly log: ReadonlyArray<Entry>
  readonly runner: RunnerRecord
  /** How the fiber of each action has ended. */
  readonly exits: ReadonlyArray<string>
  /** How many fibers are left. */
  readonly fibers: number
}

const paths = { main: "/repo/hooks.recording", side: `${sideRoot}/hooks.recording` } as const
const scopes = { main: { _tag: "Everywhere" }, side: { _tag: "Within", root: sideRoot } } as const

const fileOf = ({ versions }: World, file: FileName, version: number): SourceCandidate =>
  hooksFile(
    (versions[file][version] ?? []).map(({ match, name }) => ({
      command: name,
      ...(match === undefined ? {} : { match })
    })),
    paths[file],
    scopes[file]
  )

const inputOf = (envelope: Envelope): Input => ({ command: commandOf(envelope) ?? "", cwd: envelope.cwd ?? "" })

const decoder = new TextDecoder()

/** Where the action that a hook has read of would run, and in which ask of it. */
const cwdRead = (text: string): string => /"cwd":"([^"]*)"/.exec(text)?.[1] ?? ""
const askRead = (text: string): string => /"actionId":"([^"]*)"/.exec(text)?.[1] ?? ""

const said = (answer: Answer): object => {
  switch (answer._tag) {
    case "Replaces":
      return { input: { command: answer.command } }
    case "Allow":
    case "Ask":
    case "Deny":
      return { verdict: answer._tag.toLowerCase(), reason: "so" }
    default:
      return {}
  }
}

const runOf = (answer: Answer, latencyMs: number): ScriptedRun =>
  endsWith(exited(answer._tag === "Fails" ? 1 : 0, JSON.stringify(said(answer))), latencyMs)

/**
 * Plays one interleaving. Its host runs an action on `Execute` alone, and right then. Whatever is done beside the actions
 * is done between two milliseconds, so that no two things that matter to each other happen at once.
 */
export const play = Effect.fnUntraced(function* (world: World, begin: (scene: Scene) => void) {
  const log: Array<Entry> = []
  let now: Instant = { disk: { main: 0, side: 0 }, loaded: { main: -1, side: -1 }, strict: false }

  const starts = new Map<string, number>()
  const script: RunnerScript = (invocation) => {
    const read = decoder.decode(invocation.stdin)
    const input = { command: commandRead(invocation), cwd: cwdRead(read) }
    const hook = invocation.handler._tag === "Shell" ? invocation.handler.command : ""
    const nth = starts.get(hook) ?? 0
    starts.set(hook, nth + 1)
    log.push({ ...now, _tag: "HookAsked", ask: askRead(read), hook, input })
    return runOf(world.answer(hook, input), world.takes(hook, nth))
  }

  /** Puts in force what is on the disk. */
  const refresh = Effect.gen(function* () {
    for (const file of ["main", "side"] as const) {
      const version = now.disk[file]
      if (now.loaded[file] === version) continue
      const registry = yield* HookRegistry
      if (file === "side" && version === 0) yield* registry.remove(paths.side)
      else yield* Effect.orDie(registry.install(fileOf(world, file, version)))
      now = { ...now, loaded: { ...now.loaded, [file]: version } }
      log.push({ ...now, _tag: "Happened" })
    }
  })

  const setPolicy = (strict: boolean) => {
    now = { ...now, strict }
    return CurrentPolicy.use(({ set }) => set({ strict, headlessAsk: "deny" }))
  }

  const happen = Effect.gen(function* () {
    let at = 0
    yield* Effect.sleep(0.5)
    for (const happening of world.happenings) {
      yield* Effect.sleep(happening.at - at)
      at = happening.at
      if (happening._tag === "Noticed") yield* refresh
      else if (happening._tag === "Policy") yield* setPolicy(happening.strict)
      else now = { ...now, disk: { ...now.disk, [happening.file]: happening.version } }
      log.push({ ...now, _tag: "Happened" })
    }
  })

  const hostFor = ({ id }: Ask): JudgingHost => {
    let nth = 0
    return {
      hostDecision: (envelope) =>
        Effect.sync(() => {
          const input = inputOf(envelope)
          log.push({ ...now, _tag: "HostDecided", ask: id, input })
          return { _tag: world.hostSays(input), reason: "so" }
        }),
      confirm: ({ envelope }) =>
        Effect.suspend(() => {
          const input = inputOf(envelope)
          const { takes, yes } = world.reply(id, nth++)
          log.push({ ...now, _tag: "QuestionPut", ask: id, input })
          return Effect.map(Effect.sleep(takes), () => {
            log.push({ ...now, _tag: "QuestionAnswered", ask: id, input, yes })
            return yes
          })
        })
    }
  }

  const act = Effect.fnUntraced(function* ({ asks, begins, surface }: ActionPlan) {
    yield* Effect.sleep(begins)
    let isDecided = false
    for (const ask of asks) {
      if (isDecided) break
      const { approved, id, input } = ask
      log.push({ ...now, _tag: "Asked", ask: id, input })
      const envelope = shell(input.command, { actionId: id, cwd: input.cwd, surface })
      const carriedOut = Effect.map(judge({ envelope, approved }, hostFor(ask)), ({ decision, envelope }) => {
        isDecided = true
        log.push({ ...now, _tag: "Decided", ask: id, decision: decision._tag })
        if (decision._tag === "Execute") log.push({ ...now, _tag: "Ran", ask: id, input: inputOf(envelope) })
      })
      yield* ask.patience === patient ? carriedOut : Effect.raceFirst(carriedOut, Effect.sleep(ask.patience))
    }
  })

  begin({ script, refresh })
  yield* refresh
  yield* setPolicy(false)
  const fibers = yield* Effect.forEach([...world.actions.map(act), happen], (each) =>
    Effect.forkChild(each, { startImmediately: true })
  )
  yield* TestClock.adjust(10_000)
  const exits = fibers.map((fiber) => fiber.pollUnsafe()?._tag ?? "has not ended")
  yield* Fiber.interruptAll(fibers)
  const runner = yield* ScriptedRunner.use(({ record }) => record)
  const played: Omit<Played, "fibers"> = { log, runner, exits }
  return played
})
