import * as Effect from "effect/Effect"
import type { Ending } from "../../Invocation.ts"
import { outcome } from "../outcomes.ts"
import {
  type AdapterLaw,
  type Candidate,
  candidates,
  ensure,
  judges,
  named,
  rank,
  readings,
  tightReadings
} from "./AdapterLaw.ts"
import { decoded, told } from "./decodeLaws.ts"

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
  { _tag: "TimedOut", phase: "running" }
]

const tightening = ({ event }: Candidate): ReadonlyArray<string> => [...(event.deny ?? []), ...(event.ask ?? [])]

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
          const meant = rank(yield* decoded(subject, candidate, outcome({ stdout: answer })))
          for (const stdout of sloppy(candidate, answer)) {
            const run = outcome({ stdout })
            const read = rank(yield* decoded(subject, candidate, run))
            yield* ensure(read >= meant, () => `${named(candidate)} is looser than ${answer} by ${told(run)}`)
          }
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
          const meant = rank(yield* decoded(subject, candidate, outcome({ stdout: answer })))
          for (const ending of unwell) {
            for (const stdout of [answer, `noise\n${answer}\nnoise`]) {
              const run = outcome({ ending, stdout })
              const read = rank(yield* decoded(subject, candidate, run))
              yield* ensure(read >= meant, () => `${named(candidate)} is looser than ${answer} by ${told(run)}`)
            }
          }
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
          const meant = rank(yield* decoded(subject, candidate, outcome({ stdout: answer })))
          for (const ending of [{ _tag: "Exited", code: 0 } as const, ...unwell]) {
            for (const stdout of [answer, answer.slice(0, answer.length / 2), ""]) {
              const run = outcome({ ending, stdout, stdoutTruncated: true })
              const read = rank(yield* decoded(subject, candidate, run))
              yield* ensure(read >= meant, () => `${named(candidate)} is looser than ${answer} by ${told(run)}`)
            }
          }
        }
      }
    })
  }
]
