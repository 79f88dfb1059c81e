import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { BindingId } from "./Binding.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { coreCodes, engineText } from "./EngineText.ts"

/** What is told of processes of a hook that could not be ended. */
export const leftFinding = (binding: BindingId, processes: ReadonlyArray<number>): Diagnostic => ({
  code: coreCodes.leftRunning,
  severity: "warning",
  message: engineText.leftRunning(binding, processes),
  binding
})

/**
 * Takes the numbers of processes that an interrupted run has left, because they could not be ended: it has no outcome that
 * could say so. A runner calls it in the fiber of the run, before the interruption completes, and only when there are any.
 * The dispatcher sends what it is told as a finding; without one it is logged. Rule: CORE-79
 */
export const LeftBehind = Context.Reference<
  (binding: BindingId, processes: ReadonlyArray<number>) => Effect.Effect<void>
>("@pawl/core/LeftBehind", {
  defaultValue: () => (binding, processes) => Effect.logWarning(leftFinding(binding, processes).message)
})
