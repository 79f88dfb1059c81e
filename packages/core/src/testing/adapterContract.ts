import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { Envelope } from "../Envelope.ts"
import { HookFormatAdapter } from "../HookFormatAdapter.ts"
import type { AdapterLaw, ContractEvent, Subject } from "./contract/AdapterLaw.ts"
import { type ContractCase, ContractViolation } from "./contract/ContractCase.ts"
import { decodeLaws } from "./contract/decodeLaws.ts"
import { encodeLaws } from "./contract/encodeLaws.ts"
import { eventLaws } from "./contract/eventLaws.ts"
import { fileLaws } from "./contract/fileLaws.ts"
import { givenLaws } from "./contract/givenLaws.ts"
import { leniencyLaws } from "./contract/leniencyLaws.ts"
import { parseLaws } from "./contract/parseLaws.ts"
import { rewriteLaws } from "./contract/rewriteLaws.ts"
import { secretLaws } from "./contract/secretLaws.ts"
import { selectLaws } from "./contract/selectLaws.ts"
import { textLaws } from "./contract/textLaws.ts"
import { variableLaws } from "./contract/variableLaws.ts"
import { shown } from "./contract/words.ts"
import { sampleEnvelopes } from "./envelopes.ts"

/** What an adapter supplies so that the laws can be checked on it. */
export interface AdapterContractOptions<E = never> {
  /** The adapter as it is given to hosts. It is built anew for every case. */
  readonly layer: Layer.Layer<HookFormatAdapter, E>
  /** Good texts in the format, which hold at least one hook of each of `events`, and none of any other that may run. */
  readonly hooks: ReadonlyArray<string>
  /** Every event whose hooks can run. Without one nothing can be checked, which fails. */
  readonly events: ReadonlyArray<ContractEvent>
  /**
   * More moments, beside those of `events` and one of each boundary of core; among them actions with the JSON of the call
   * as hosts hand it over (`raw`), of which texts are marked as secret.
   */
  readonly envelopes?: ReadonlyArray<Envelope>
  /** How the codes of findings begin; the name of the format and a slash, if nothing else is said. */
  readonly codePrefix?: string
  /**
   * Where in what a hook reads before a tool runs (of which event) the tool's input is: what a hook would change and hand
   * back. Undefined where the event does not show it. A format whose hooks replace no input has none.
   */
  readonly inputOf?: (read: Schema.Json, event: string) => Schema.Json | undefined
  /** How many values are generated for each law that generates some; 100 if nothing is said. They are always the same. */
  readonly runs?: number
}

/** Every law, in the order of the way of a moment. */
const adapterLaws: ReadonlyArray<AdapterLaw> = [
  ...givenLaws,
  ...eventLaws,
  ...parseLaws,
  ...selectLaws,
  ...encodeLaws,
  ...secretLaws,
  ...variableLaws,
  ...fileLaws,
  ...decodeLaws,
  ...leniencyLaws,
  ...textLaws,
  ...rewriteLaws
]

/**
 * The laws that every format keeps, as data: each case is a name and an effect that fails with a {@link ContractViolation}
 * that says what the adapter did, for which hook and moment, and what was expected. Laws that are about what a hook
 * prevents are only checked where a hook can; that the samples for them are there is a law as well. No test runner is
 * needed or known. Rule: CORE-3, CORE-38 to CORE-45, CORE-53, CORE-65, CORE-67, CORE-75,
 * CORE-76
 *
 * @example
 * ```ts
 * import { adapterContract, shellRun } from "@pawl/core/testing"
 * import { it } from "@effect/vitest"
 *
 * const contract = adapterContract({
 *   layer: AcmeAdapter.layer,
 *   hooks: ["before-shell: ./guard.sh"],
 *   events: [
 *     {
 *       event: "before-shell",
 *       envelope: shellRun("ls"),
 *       deny: ['{"ok":false}'],
 *       allow: ['{"ok":true}'],
 *       undocumented: ['{"ok":true,"prompt":"another one"}']
 *     }
 *   ]
 * })
 * for (const { name, check } of contract) it.effect(name, () => check)
 * ```
 */
export const adapterContract = <E>(options: AdapterContractOptions<E>): ReadonlyArray<ContractCase> =>
  adapterLaws.map(({ name, rule, check }) => ({
    name: `${name} (${rule})`,
    rule,
    check: Effect.scoped(
      Effect.gen(function* () {
        const built = yield* Effect.mapError(Layer.build(Layer.fresh(options.layer)), (error) => ({
          did: `the adapter's layer could not be built: ${shown(error)}`,
          expected: "a layer that can be built wherever the suite runs"
        }))
        const adapter = Context.get(built, HookFormatAdapter)
        const subject: Subject = {
          adapter,
          hooks: options.hooks,
          events: options.events,
          envelopes: [
            ...options.events.map((event) => event.envelope),
            ...Object.values(sampleEnvelopes),
            ...(options.envelopes ?? [])
          ],
          codePrefix: options.codePrefix ?? `${adapter.format}/`,
          inputOf: options.inputOf,
          runs: options.runs ?? 100
        }
        yield* check(subject)
      })
    ).pipe(
      // What an adapter returns may be of any shape below what was looked at.
      Effect.catchDefect((defect) =>
        Effect.fail({
          did: `the law could not be checked to its end, because of ${shown(defect)}`,
          expected: "values of the types that core gives to the adapter's methods, at every depth"
        })
      ),
      Effect.mapError(
        ({ did, expected }) => new ContractViolation({ law: name, rule, detail: `${did}; expected ${expected}` })
      )
    )
  }))
