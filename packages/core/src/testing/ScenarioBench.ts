import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Handler } from "../Binding.ts"
import { HookRunner } from "../HookRunner.ts"
import type { HookInvocation, ProcessOutcome } from "../Invocation.ts"
import { ContractViolation } from "./contract/ContractCase.ts"
import { RunnerProbe } from "./RunnerProbe.ts"
import type { ScenarioTexts } from "./Scenario.ts"

/** Fails with what was found when a rule does not hold. */
export const must = (holds: boolean, law: string, found: () => string): Effect.Effect<void, ContractViolation> =>
  holds ? Effect.void : Effect.fail(new ContractViolation({ law, detail: found() }))

/** A place for the hooks of one test: a folder to run in, and a mark by which all that they start is found again. */
export interface ScenarioBench {
  readonly folder: string
  readonly invocation: (handler: string | Handler, overrides?: Partial<HookInvocation>) => HookInvocation
  readonly run: (handler: string | Handler, overrides?: Partial<HookInvocation>) => Effect.Effect<ProcessOutcome>
  /** Starts a run and goes on in the same turn. */
  readonly fork: (
    handler: string | Handler,
    overrides?: Partial<HookInvocation>
  ) => Effect.Effect<Fiber.Fiber<ProcessOutcome>, never, Scope.Scope>
  /** Hooks that run until `letGo`, which is done when all of them have ended. */
  readonly occupy: (
    count: number,
    overrides?: Partial<HookInvocation>
  ) => Effect.Effect<{ readonly letGo: Effect.Effect<void> }, ContractViolation, Scope.Scope>
  /** A note that a script has written, without blanks at its ends; empty when there is none. */
  readonly note: (name: string) => Effect.Effect<string>
  /** Waits until a script has written a note. */
  readonly noted: (name: string) => Effect.Effect<string, ContractViolation>
  /** Processes that hooks of this bench have started and that still live. */
  readonly alive: Effect.Effect<ReadonlyArray<number>>
}

const pollMs = 10
const patienceMs = 20_000

const shell = (handler: string | Handler): Handler =>
  typeof handler === "string" ? { _tag: "Shell", command: handler } : handler

/** Waits for something that a process does, in real time. */
export const eventually = (what: string, condition: Effect.Effect<boolean>): Effect.Effect<void, ContractViolation> =>
  Effect.gen(function* () {
    for (let waited = 0; waited < patienceMs; waited += pollMs) {
      if (yield* condition) return
      yield* Effect.sleep(pollMs)
    }
    return yield* new ContractViolation({ law: what, detail: `not within ${patienceMs} ms` })
  })

/** Makes a bench; when its scope closes, whatever its hooks have left is ended. Rule: RUN-26 */
export const scenarioBench = (texts: ScenarioTexts) =>
  Effect.gen(function* () {
    const runner = yield* HookRunner
    const probe = yield* RunnerProbe
    const folder = yield* probe.makeFolder
    const alive = probe.carriers("PAWL_PROJECT_DIR", folder)
    yield* Effect.addFinalizer(() => Effect.flatMap(alive, (pids) => Effect.forEach(pids, probe.kill)))

    const invocation = (handler: string | Handler, overrides: Partial<HookInvocation> = {}): HookInvocation => ({
      binding: `${folder}/hooks.json#test[0]`,
      format: "contract",
      event: "test",
      handler: shell(handler),
      workingDirectory: folder,
      sessionEnv: {},
      notInherited: [],
      outerInvocations: [],
      stdin: new Uint8Array(0),
      timeoutMs: patienceMs,
      beforeOperation: true,
      ...overrides,
      identityEnv: { ...texts, PAWL_PROJECT_DIR: folder, ...overrides.identityEnv }
    })
    const run: ScenarioBench["run"] = (handler, overrides) => runner.run(invocation(handler, overrides))
    const fork: ScenarioBench["fork"] = (handler, overrides) =>
      Effect.forkScoped(run(handler, overrides), { startImmediately: true })
    const note: ScenarioBench["note"] = (name) => Effect.map(probe.read(folder, name), (text) => text.trim())
    const noted: ScenarioBench["noted"] = (name) =>
      Effect.andThen(
        eventually(
          `a script writes ${name}`,
          Effect.map(note(name), (text) => text !== "")
        ),
        note(name)
      )

    const occupy: ScenarioBench["occupy"] = Effect.fnUntraced(function* (count, overrides) {
      const fibers = yield* Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        (index) => fork(`echo yes > held-${index}\nwhile [ ! -e go ]; do sleep 0.02; done`, overrides)
      )
      yield* Effect.forEach(fibers, (_, index) => noted(`held-${index}`))
      return {
        letGo: Effect.andThen(probe.writeScript(folder, "go", ""), Effect.asVoid(Effect.forEach(fibers, Fiber.await)))
      }
    })
    return { folder, invocation, run, fork, occupy, note, noted, alive } satisfies ScenarioBench
  })
