import * as Effect from "effect/Effect"
import type { Ending, ProcessOutcome } from "../../Invocation.ts"
import { outcome } from "../outcomes.ts"
import { type AdapterLaw, type Broken, ensure, type Subject } from "./AdapterLaw.ts"
import { type Candidate, candidates, judges, outcomeNamed, rank, readings, tightReadings } from "./candidates.ts"
import { decoded, made } from "./decodeLaws.ts"

const inside = (json: string): string | undefined => /^\s*\{([\s\S]*)\}\s*$/u.exec(json)?.[1]

/** An answer with what a sloppy script may put around it. */
const withNoise = (answer: string): ReadonlyArray<string> => [
  `${answer}\n`,
  `\ufeff${answer}`,
  `  ${answer}  \n\n`,
  `${answer}\nnoise`,
  `noise\n${answer}`,
  `noise\n${answer}\nnoise`,
  `${answer}{}`,
  `${answer}\n{}`,
  `{}\n${answer}`,
  `${answer}\u0000`,
  `${answer}]`
]

/** An answer with a key that no format knows. */
const withUnknownKey = (answer: string): ReadonlyArray<string> => {
  const fields = inside(answer)
  if (fields === undefined) return []
  const comma = fields.trim() === "" ? "" : ","
  return [`{"zzUnknown":1${comma}${fields}}`, `{${fields}${comma}"zzUnknown":{"deep":[null]}}`]
}

/** An answer beside a milder one: in one object, so that keys occur twice, and on lines of their own. */
const withMilder = (answer: string, milder: string): ReadonlyArray<string> => {
  const [one, other] = [inside(answer), inside(milder)]
  const lines = [`${answer}\n${milder}`, `${milder}\n${answer}`]
  return one === undefined || other === undefined ? lines : [...lines, `{${one},${other}}`, `{${other},${one}}`]
}

const sloppy = ({ event }: Candidate, answer: string): ReadonlyArray<string> => [
  ...withNoise(answer),
  ...withUnknownKey(answer),
  ...(event.allow ?? []).flatMap((milder) => withMilder(answer, milder))
]

const unwell: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 2 },
  { _tag: "Exited", code: 127 },
  { _tag: "Signalled", signal: "SIGTERM" },
  { _tag: "TimedOut", phase: "running" },
  { _tag: "TimedOut", phase: "running", lateCode: 2 }
]

const tightening = ({ event }: Candidate): ReadonlyArray<string> => [...(event.deny ?? []), ...(event.ask ?? [])]

/** None of these runs may be read as looser than the answer by itself, from a run that went well. */
const ensureNoLooser = Effect.fnUntraced(function* (
  subject: Subject,
  candidate: Candidate,
  answer: string,
  runs: ReadonlyArray<ProcessOutcome>
): Effect.fn.Return<void, Broken> {
  const meant = yield* decoded(subject, candidate, outcome({ stdout: answer }))
  for (const run of runs) {
    const read = yield* decoded(subject, candidate, run)
    yield* ensure(
      rank(read) >= rank(meant),
      () => made(candidate, run, read),
      `nothing looser than ${outcomeNamed(meant)}, which ${answer} is by itself`
    )
  }
})

/** Leniency is one-way: whatever is sloppy about an answer may tighten it, never loosen it. */
export const leniencyLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "noise, an unknown key or a milder answer beside it never loosens an answer",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of (yield* candidates(subject, readings)).filter(judges)) {
        // By the letter of a contract, output that does not fit may be a failure like any other where nothing runs yet.
        if (candidate.reading === "asWritten" && candidate.binding.gate !== "verdict") continue
        for (const answer of tightening(candidate)) {
          const runs = sloppy(candidate, answer).map((stdout) => outcome({ stdout }))
          yield* ensureNoLooser(subject, candidate, answer, runs)
        }
      }
    })
  },
  {
    name: "an end that is not well never loosens an answer that was given before it",
    rule: "CORE-36",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of (yield* candidates(subject, tightReadings)).filter(judges)) {
        for (const answer of tightening(candidate)) {
          const runs = unwell.flatMap((ending) =>
            [answer, `noise\n${answer}\nnoise`].map((stdout) => outcome({ ending, stdout }))
          )
          yield* ensureNoLooser(subject, candidate, answer, runs)
        }
      }
    })
  },
  {
    name: "output that was cut never loosens an answer, whatever is left of it",
    rule: "CORE-36",
    check: Effect.fnUntraced(function* (subject) {
      for (const candidate of (yield* candidates(subject, tightReadings)).filter(judges)) {
        for (const answer of tightening(candidate)) {
          const runs = [{ _tag: "Exited", code: 0 } as const, ...unwell].flatMap((ending) =>
            [answer, answer.slice(0, answer.length / 2), ""].map((stdout) =>
              outcome({ ending, stdout, stdoutTruncated: true })
            )
          )
          yield* ensureNoLooser(subject, candidate, answer, runs)
        }
      }
    })
  }
]
