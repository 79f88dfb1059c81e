import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { HookEffects } from "../../Effects.ts"
import type { Ending, ProcessOutcome } from "../../Invocation.ts"
import { defaultRunPolicy, type RunPolicy } from "../../RunPolicy.ts"
import { failedEndings, outcome } from "../outcomes.ts"
import {
  type AdapterLaw,
  type Broken,
  type Candidate,
  type ContractEvent,
  calls,
  candidates,
  ensure,
  holdsAsFarAsItGoes,
  judges,
  named,
  rank,
  readings,
  type Subject,
  shown,
  tightReadings
} from "./AdapterLaw.ts"
import { hostileBytes } from "./hostile.ts"

export const strictPolicy: RunPolicy = { ...defaultRunPolicy, strict: true }

const exitedWell: Ending = { _tag: "Exited", code: 0 }
const everyEnding: ReadonlyArray<Ending> = [exitedWell, { _tag: "Exited", code: 2 }, ...failedEndings]

const decoder = new TextDecoder()

/** How a counterexample calls the outcome of a run. */
export const told = ({ ending, stdout, stdoutTruncated }: ProcessOutcome): string =>
  `${JSON.stringify(ending)} with ${stdoutTruncated ? "cut " : ""}stdout ${shown(decoder.decode(stdout))}`

/** What an adapter makes of the outcome of a run. */
export const decoded = (
  subject: Subject,
  candidate: Candidate,
  run: ProcessOutcome,
  policy: RunPolicy = defaultRunPolicy
): Effect.Effect<HookEffects, Broken> =>
  calls(
    () => `decode for ${named(candidate)} of ${told(run)}`,
    () =>
      subject.adapter.decode({
        outcome: run,
        binding: candidate.binding,
        envelope: candidate.event.envelope,
        policy
      })
  )

/** What hooks of an event write, whatever it means. */
export const answersOf = ({ deny = [], ask = [], allow = [] }: ContractEvent): ReadonlyArray<string> => [
  ...deny,
  ...ask,
  ...allow
]

/** Every ending with every answer of an event, whole and cut. */
const outcomesOf = (event: ContractEvent): ReadonlyArray<ProcessOutcome> =>
  everyEnding.flatMap((ending) =>
    ["", "noise", "{}", ...answersOf(event)].flatMap((stdout) =>
      [false, true].map((stdoutTruncated) => outcome({ ending, stdout, stdoutTruncated, stderrTail: stdout }))
    )
  )

const overEverything = Effect.fnUntraced(function* (
  subject: Subject,
  look: (candidate: Candidate, run: ProcessOutcome) => Effect.Effect<void, Broken>
) {
  const hostile = (yield* hostileBytes(subject.events.flatMap(answersOf), subject.runs)).map((stdout) =>
    outcome({ stdout })
  )
  for (const candidate of yield* candidates(subject, readings)) {
    for (const run of [...hostile, ...outcomesOf(candidate.event)]) yield* look(candidate, run)
  }
})

const isEffects = Schema.is(HookEffects)

const loosens = (effects: HookEffects): boolean =>
  effects.verdict === "allow" ||
  effects.replacementInput !== undefined ||
  effects.replacementResult !== undefined ||
  effects.modelContext !== undefined ||
  effects.sessionEnv !== undefined ||
  effects.continuation !== undefined

/** What holds for reading the outcome of any run. */
export const decodeLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "the sample answers mean what they were given for",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of yield* candidates(subject, readings)) {
        const { deny = [], ask = [], allow = [] } = candidate.event
        const expected = [
          ...deny.map((stdout) => ({ stdout, what: "deny", is: (r: number) => r === 2 })),
          ...ask.map((stdout) => ({
            stdout,
            what: "ask",
            is: (r: number) => r >= 1 || candidate.reading === "asWritten"
          })),
          ...allow.map((stdout) => ({ stdout, what: "allow", is: (r: number) => r === 0 }))
        ]
        for (const { stdout, what, is } of expected) {
          const effects = yield* decoded(subject, candidate, outcome({ stdout }))
          yield* ensure(is(rank(effects)), () => `${shown(stdout)} does not ${what}, for ${named(candidate)}`)
        }
      }
    })
  },
  {
    name: "any outcome of a run can be decoded, and comes to the same effects again",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      yield* overEverything(subject, (candidate, run) =>
        Effect.gen(function* () {
          const effects = yield* decoded(subject, candidate, run)
          const again = yield* decoded(subject, candidate, run)
          yield* ensure(
            holdsAsFarAsItGoes(() => isEffects(effects)),
            () => `no sound effects for ${named(candidate)} of ${told(run)}`
          )
          yield* ensure(
            holdsAsFarAsItGoes(() => Equal.equals(effects, again)),
            () => `other effects the second time, for ${named(candidate)} of ${told(run)}`
          )
        })
      )
    })
  },
  {
    name: "a run that failed, or whose output was cut, never allows, rewrites, adds or goes on",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      yield* overEverything(subject, (candidate, run) => {
        if (run.ending._tag === "Exited" && run.ending.code === 0 && !run.stdoutTruncated) return Effect.void
        return Effect.flatMap(decoded(subject, candidate, run), (effects) =>
          ensure(!loosens(effects), () => `${named(candidate)} loosens something by ${told(run)}`)
        )
      })
    })
  },
  {
    name: "the strict policy never loosens",
    rule: "CORE-25",
    check: Effect.fnUntraced(function* (subject) {
      yield* overEverything(subject, (candidate, run) =>
        Effect.gen(function* () {
          const usual = yield* decoded(subject, candidate, run)
          const strict = yield* decoded(subject, candidate, run, strictPolicy)
          yield* ensure(
            rank(strict) >= rank(usual),
            () => `${named(candidate)} is looser under strict, by ${told(run)}`
          )
        })
      )
    })
  },
  {
    name: "under the strict policy a hook that failed denies or holds what it judges",
    rule: "CORE-25",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of (yield* candidates(subject, readings)).filter(judges)) {
        for (const ending of failedEndings) {
          const run = outcome({ ending })
          const effects = yield* decoded(subject, candidate, run, strictPolicy)
          yield* ensure(rank(effects) === 2, () => `${named(candidate)} lets through ${told(run)} under strict`)
        }
      }
    })
  },
  {
    name: "a hook that was never started for want of a place denies or holds what it judges",
    rule: "CORE-11",
    check: Effect.fnUntraced(function* (subject) {
      const run = outcome({ ending: { _tag: "TimedOut", phase: "queued" } })
      for (const candidate of (yield* candidates(subject, tightReadings)).filter(judges)) {
        if (candidate.binding.queueTimeout === "engine") continue
        const effects = yield* decoded(subject, candidate, run)
        yield* ensure(rank(effects) === 2, () => `${named(candidate)} lets through ${told(run)}`)
      }
    })
  }
]
