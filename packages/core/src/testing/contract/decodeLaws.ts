import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { HookEffects } from "../../Effects.ts"
import type { Ending, ProcessOutcome } from "../../Invocation.ts"
import { defaultRunPolicy, type RunPolicy } from "../../RunPolicy.ts"
import { failedEndings, outcome } from "../outcomes.ts"
import { type AdapterLaw, type Broken, type ContractEvent, calls, ensure, type Subject } from "./AdapterLaw.ts"
import { type Candidate, candidates, judges, named, outcomeNamed, rank, readings, tightReadings } from "./candidates.ts"
import { hostileBytes } from "./hostile.ts"
import { holdsAsFarAsItGoes, shapes } from "./shapes.ts"
import { told } from "./words.ts"

export const strictPolicy: RunPolicy = { ...defaultRunPolicy, strict: true }

const exitedWell: Ending = { _tag: "Exited", code: 0 }
const everyEnding: ReadonlyArray<Ending> = [exitedWell, { _tag: "Exited", code: 2 }, ...failedEndings]

/** What an adapter makes of the outcome of a run. */
export const decoded = (
  subject: Subject,
  candidate: Candidate,
  run: ProcessOutcome,
  policy: RunPolicy = defaultRunPolicy
): Effect.Effect<HookEffects, Broken> =>
  calls(
    () => `decode of ${told(run)} for ${named(candidate)}`,
    shapes.decode,
    () =>
      subject.adapter.decode({
        outcome: run,
        binding: candidate.binding,
        envelope: candidate.event.envelope,
        policy
      })
  )

/** What a counterexample says of an answer. */
export const made = (candidate: Candidate, run: ProcessOutcome, effects: HookEffects): string =>
  `decode made ${outcomeNamed(effects)} of ${told(run)} for ${named(candidate)}`

/** What hooks of an event write, whatever it means. */
export const answersOf = ({ deny = [], ask = [], allow = [], undocumented = [] }: ContractEvent) => [
  ...deny,
  ...ask,
  ...allow,
  ...undocumented
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

const additions = (effects: HookEffects): string =>
  (["replacementInput", "replacementResult", "modelContext", "sessionEnv", "continuation"] as const)
    .filter((key) => effects[key] !== undefined)
    .map((key) => `, with ${key}`)
    .join("")

const loosens = (effects: HookEffects): boolean => effects.verdict === "allow" || additions(effects) !== ""

/** What holds for reading the outcome of any run. */
export const decodeLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "the sample answers mean what they were given for",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of yield* candidates(subject, readings)) {
        const { deny = [], ask = [], allow = [] } = candidate.event
        const expected = [
          ...deny.map((stdout) => ({ stdout, meant: "a denial or a halt", is: (r: number) => r === 2 })),
          ...ask.map((stdout) => ({
            stdout,
            meant: "a question, or stricter",
            is: (r: number) => r >= 1 || candidate.reading === "asWritten"
          })),
          ...allow.map((stdout) => ({ stdout, meant: "neither a denial nor a question", is: (r: number) => r === 0 }))
        ]
        for (const { stdout, meant, is } of expected) {
          const run = outcome({ stdout })
          const effects = yield* decoded(subject, candidate, run)
          yield* ensure(is(rank(effects)), () => made(candidate, run, effects), meant)
        }
      }
    })
  },
  {
    name: "a field that controls something elsewhere is refused, makes the answer stricter, or is told",
    rule: "CORE-17",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of yield* candidates(subject, readings)) {
        for (const stdout of candidate.event.undocumented ?? []) {
          const run = outcome({ stdout })
          const effects = yield* decoded(subject, candidate, run)
          yield* ensure(
            effects.unsupported.length > 0 || rank(effects) > 0 || effects.diagnostics.length > 0,
            () => `${made(candidate, run, effects)}, and said nothing of a field that the event does not accept`,
            "the field in unsupported, a denial or a question, or a diagnostic"
          )
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
            holdsAsFarAsItGoes(() => Equal.equals(effects, again)),
            () => `${made(candidate, run, again)}, with other effects than the first time`,
            "the same effects each time: they follow from what decode is given and from nothing else"
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
          ensure(
            !loosens(effects),
            () => `${made(candidate, run, effects)}${additions(effects)}`,
            "no allow, no replacement, no context, no session variables and no follow-up of such a run"
          )
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
            () => `${made(candidate, run, strict)}, under the strict policy`,
            `nothing looser than ${outcomeNamed(usual)}, which it is under the usual one`
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
          yield* ensure(
            rank(effects) === 2,
            () => `${made(candidate, run, effects)}, under the strict policy`,
            "a denial or a halt"
          )
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
        yield* ensure(rank(effects) === 2, () => made(candidate, run, effects), "a denial or a halt")
      }
    })
  }
]
