import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Binding, commandOf } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import { catchFault } from "./catchFault.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { type HookEffects, verdictStrength } from "./Effects.ts"
import { withheldEffects } from "./EngineFault.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { Envelope } from "./Envelope.ts"
import type { HookRunner } from "./HookRunner.ts"
import { type FaultStep, hookFault } from "./hookFault.ts"
import { type Ending, outcomeOf, type ProcessOutcome } from "./Invocation.ts"
import { invocationEnvironment } from "./InvocationEnvironment.ts"
import type { Exit, InvocationRecord } from "./InvocationRecord.ts"
import { leftFinding } from "./LeftBehind.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import type { Matched } from "./selectHooks.ts"
import { effectsOfWithheld } from "./Withholding.ts"

/** Everything about a moment that one hook's turn depends on. */
export interface Turn {
  readonly runner: HookRunner["Service"]
  readonly boundary: BoundaryDescriptor
  readonly envelope: Envelope
  readonly policy: RunPolicy
  readonly outerInvocations: ReadonlyArray<string>
  /** Prefixes of session variables that some format keeps to itself. */
  readonly reserved: ReadonlyArray<string>
  /** Variables under which some format carries the identity. */
  readonly aliasNames: ReadonlyArray<string>
  /** Called when a hook is handed to the runner. */
  readonly onStart: () => void
}

const exitOf = (ending: Ending): Exit => {
  switch (ending._tag) {
    case "Exited":
      return { kind: "exited", code: ending.code }
    case "Signalled":
      return { kind: "signalled", signal: ending.signal }
    case "TimedOut":
      return { kind: "timedOut", ...(ending.lateCode === undefined ? {} : { lateCode: ending.lateCode }) }
    case "SpawnFailed":
      return { kind: "spawnFailed", errno: ending.errno, message: ending.message }
    case "Lost":
      return { kind: "lost" }
  }
}

/** The record of a hook that no process was started for. */
const notStarted = (binding: Binding, effects: HookEffects): InvocationRecord => ({
  binding: binding.id,
  source: binding.source,
  event: binding.event,
  command: commandOf(binding.handler),
  exit: { kind: "notStarted" },
  durationMs: 0,
  queuedMs: 0,
  stdoutBytes: 0,
  stdoutTruncated: false,
  stderrTail: "",
  stderrTruncated: false,
  removedEnv: [],
  leftRunning: [],
  effects
})

const ran = (binding: Binding, outcome: ProcessOutcome, effects: HookEffects): InvocationRecord => ({
  ...notStarted(binding, effects),
  exit: exitOf(outcome.ending),
  durationMs: outcome.durationMs,
  queuedMs: outcome.queuedMs,
  stdoutBytes: outcome.stdout.length,
  stdoutTruncated: outcome.stdoutTruncated,
  stderrTail: outcome.stderrTail,
  stderrTruncated: outcome.stderrTruncated,
  removedEnv: outcome.removedEnv,
  leftRunning: outcome.leftRunning
})

/** What an outcome means that is our own fault, whatever the hook's policy says about its failures. Rule: CORE-11 */
const ownFault = (
  binding: Binding,
  { ending }: ProcessOutcome,
  boundary: BoundaryDescriptor
): HookEffects | undefined => {
  const about = { cause: "engine", binding: binding.id } as const
  if (ending._tag === "Lost") {
    return withheldEffects(boundary, { ...about, code: coreCodes.lost, text: engineText.lost(binding.id) })
  }
  if (ending._tag === "TimedOut" && ending.phase === "queued" && binding.queueTimeout === "engine") {
    return withheldEffects(boundary, { ...about, code: coreCodes.notStarted, text: engineText.lateStart(binding.id) })
  }
  return undefined
}

/** An answer outside of the vocabulary would count as none; it is the adapter's fault instead. */
const checked = (effects: HookEffects): HookEffects => {
  if (!Object.hasOwn(verdictStrength, effects.verdict)) throw new TypeError("the adapter gave an unknown verdict")
  return effects
}

const leftFindings = ({ id }: Binding, { leftRunning }: ProcessOutcome): ReadonlyArray<Diagnostic> =>
  leftRunning.length === 0 ? [] : [leftFinding(id, leftRunning)]

const withDiagnostics = (effects: HookEffects, diagnostics: ReadonlyArray<Diagnostic>): HookEffects =>
  diagnostics.length === 0 ? effects : { ...effects, diagnostics: [...diagnostics, ...effects.diagnostics] }

/** Writes the input, runs the hook and reads its answer; a defect of any step is told by the step. */
const ask = (hook: Extract<Matched, { readonly _tag: "Ask" }>, turn: Turn): Effect.Effect<InvocationRecord> => {
  const { adapter, binding, source } = hook
  const { boundary, envelope, policy } = turn
  let step: FaultStep = "writing the input of"
  let outcome: ProcessOutcome | undefined
  const read = (
    diagnostics: ReadonlyArray<Diagnostic>,
    result: ProcessOutcome,
    own: HookEffects | undefined
  ): InvocationRecord => {
    step = "reading the answer of"
    outcome = result
    const effects = own ?? checked(adapter.decode({ outcome: result, binding, envelope, policy }))
    return ran(binding, result, withDiagnostics(effects, [...diagnostics, ...leftFindings(binding, result)]))
  }
  const asked = Effect.suspend(() => {
    if (binding.handler._tag === "Unusable") throw new TypeError("a definition without a handler is not withheld")
    const encoded = adapter.encode(envelope, binding)
    if (Result.isFailure(encoded)) {
      const failed = outcomeOf({ _tag: "SpawnFailed", errno: "EENCODE", message: encoded.failure.message })
      return Effect.sync(() => read([], failed, undefined))
    }
    const { diagnostics, identityEnv, sessionEnv } = invocationEnvironment(
      binding,
      source,
      envelope,
      adapter,
      encoded.success,
      turn.reserved
    )
    step = "running"
    turn.onStart()
    const run = turn.runner.run({
      binding: binding.id,
      format: binding.format,
      event: binding.event,
      handler: binding.handler,
      workingDirectory: source.workingDirectory,
      sessionEnv,
      identityEnv,
      notInherited: turn.aliasNames,
      outerInvocations: turn.outerInvocations,
      stdin: encoded.success.stdin,
      timeoutMs: binding.timeoutMs,
      beforeOperation: boundary.beforeOperation
    })
    const told = [...(encoded.success.diagnostics ?? []), ...diagnostics]
    return Effect.map(run, (result) => read(told, result, ownFault(binding, result, boundary)))
  })
  return catchFault(asked, (detail) => {
    const effects = hookFault(boundary, step, binding.id, detail)
    if (outcome !== undefined) return Effect.succeed(ran(binding, outcome, effects))
    // Whether anything was started is not known once the runner itself has failed.
    const exit = { kind: step === "running" ? "lost" : "notStarted" } as const
    return Effect.succeed({ ...notStarted(binding, effects), exit })
  })
}

/**
 * The turn of one hook that a moment concerns. It always ends in a record, or in an interruption: a hook's failure is
 * what its policy makes of it, and a failure of our own is a denial, a halt or a report. Rule: CORE-11, CORE-24, CORE-60
 */
export const invokeHook = (hook: Matched, turn: Turn): Effect.Effect<InvocationRecord> => {
  const { binding } = hook
  if (hook._tag === "Fault") return Effect.succeed(notStarted(binding, hook.effects))
  if (binding.standing._tag === "Withheld") {
    return Effect.succeed(notStarted(binding, effectsOfWithheld(binding, binding.standing, turn.boundary, turn.policy)))
  }
  const record = ask(hook, turn)
  const { unsure } = hook
  return unsure === undefined ? record : Effect.map(record, (done) => ({ ...done, unsure }))
}
