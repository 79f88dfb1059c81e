import * as Metric from "effect/Metric"

/**
 * How many moments were taken to hooks, those that concern none included: all that such a moment leaves behind, and what
 * shows that it was asked about at all. Rule: CORE-72
 *
 * @example
 * ```ts
 * const { count } = yield* Metric.value(dispatchCount)
 * ```
 */
export const dispatchCount = Metric.counter("pawl_dispatches", {
  description: "Moments that were taken to hooks, those that concern none included",
  incremental: true
})
