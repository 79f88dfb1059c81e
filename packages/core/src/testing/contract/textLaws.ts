import * as Effect from "effect/Effect"
import type { HookEffects } from "../../Effects.ts"
import type { Ending, ProcessOutcome } from "../../Invocation.ts"
import { limits } from "../../Limits.ts"
import { defaultRunPolicy } from "../../RunPolicy.ts"
import { byteLength, cleanText } from "../../Text.ts"
import { outcome } from "../outcomes.ts"
import { type AdapterLaw, type Broken, ensure, type Subject } from "./AdapterLaw.ts"
import { type Candidate, candidates, named, readings } from "./candidates.ts"
import { answersOf, decoded, strictPolicy } from "./decodeLaws.ts"
import { shown, told } from "./words.ts"

/** What no text of an effect may hold, and what is looked for to see who wrote a text. */
const marker = "zqMarkerqz"
const filthy = `\u001b[31m\u001b]0;title\u0007${marker}\u202e\u0000\u0007\u2028`

/** The same answer with one text of it after another made hostile; decision words are among them. */
const withText = (value: unknown, put: (text: string) => string): ReadonlyArray<unknown> => {
  if (typeof value === "string") return [put(value)]
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => withText(item, put).map((changed) => value.with(at, changed)))
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    withText(item, put).map((changed) => ({ ...value, [key]: changed }))
  )
}

const changedAnswers = (candidate: Candidate, put: (text: string) => string): ReadonlyArray<string> =>
  answersOf(candidate.event).flatMap((answer) => {
    try {
      return withText(JSON.parse(answer), put).map((value) => JSON.stringify(value))
    } catch {
      return [put(answer)]
    }
  })

const endings: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 0 },
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 2 },
  { _tag: "SpawnFailed", errno: "ENOENT", message: filthy },
  { _tag: "Lost", message: filthy }
]

/** Texts that the engine or an adapter writes, and those of hooks, each with its limit in bytes. */
const textsOf = (effects: HookEffects): ReadonlyArray<{ readonly text: string; readonly bytes: number }> => [
  ...[...effects.reasons, ...effects.notices].map(({ text }) => ({ text, bytes: limits.reasonBytes })),
  ...(effects.halt === undefined ? [] : [{ text: effects.halt.text, bytes: limits.reasonBytes }]),
  ...(effects.modelContext === undefined ? [] : [{ text: effects.modelContext, bytes: limits.contextBytes }]),
  ...(effects.continuation === undefined ? [] : [{ text: effects.continuation.message, bytes: limits.contextBytes }])
]

/** Runs of a hook whose every word, and whose command, is hostile; some of its answers are far too long. */
const filthyRuns = (candidate: Candidate): ReadonlyArray<ProcessOutcome> => {
  const filth = (text: string) => `${text}${filthy}`
  const long = (text: string) => `${text}${"é\n".repeat(limits.contextBytes)}`
  const stdouts = ["", filth("noise"), ...changedAnswers(candidate, filth)]
  return [
    ...endings.flatMap((ending) => stdouts.map((stdout) => outcome({ ending, stdout, stderrTail: filthy }))),
    ...changedAnswers(candidate, long).map((stdout) => outcome({ stdout }))
  ]
}

const overFilth = Effect.fnUntraced(function* (
  subject: Subject,
  look: (candidate: Candidate, effects: HookEffects, of: () => string) => Effect.Effect<void, Broken>
) {
  for (const found of yield* candidates(subject, readings)) {
    const handler = { _tag: "Shell", command: `./hook ${filthy.replaceAll(marker, "")}` } as const
    const candidate: Candidate = { ...found, binding: { ...found.binding, handler } }
    for (const run of filthyRuns(candidate)) {
      for (const policy of [defaultRunPolicy, strictPolicy]) {
        const of = () => `of ${told(run)} for ${named(candidate)}`
        yield* look(candidate, yield* decoded(subject, candidate, run, policy), of)
      }
    }
  }
})

/** What holds for every text that an answer brings before a person or a model. */
export const textLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "every text of an answer is clean, and no longer than its limit",
    rule: "CORE-21",
    check: Effect.fnUntraced(function* (subject) {
      yield* overFilth(subject, (_candidate, effects, of) =>
        Effect.forEach(
          textsOf(effects),
          ({ text, bytes }) =>
            Effect.andThen(
              ensure(
                cleanText(text) === text.trim(),
                () => `decode put the text ${shown(text)} into its effects ${of()}`,
                "a text without escape sequences, control characters and marks that reorder it (cleanText)"
              ),
              ensure(
                byteLength(text) <= bytes,
                () => `decode put a text of ${byteLength(text)} bytes into its effects ${of()}`,
                `at most ${bytes} bytes (capText)`
              )
            ),
          { discard: true }
        )
      )
    })
  },
  {
    name: "every reason and notice names its own hook, and nothing that a hook wrote is signed by anybody else",
    rule: "CORE-18",
    check: Effect.fnUntraced(function* (subject) {
      yield* overFilth(subject, (candidate, effects, of) =>
        Effect.forEach(
          [...effects.reasons, ...effects.notices, ...(effects.halt === undefined ? [] : [effects.halt])],
          ({ text, author, binding }) =>
            Effect.gen(function* () {
              yield* ensure(
                binding === undefined || binding === candidate.binding.id,
                () => `decode said ${shown(text)} about the hook ${binding} ${of()}`,
                `about ${candidate.binding.id}, or about none`
              )
              yield* ensure(
                author !== "host",
                () => `decode signed ${shown(text)} as the host ${of()}`,
                'the author "hook" for the hook\'s own words, "engine" for the adapter\'s'
              )
              yield* ensure(
                author === "hook" || !text.includes(marker),
                () => `decode signed ${shown(text)}, which the hook wrote, as the ${author} ${of()}`,
                'the author "hook"'
              )
            }),
          { discard: true }
        )
      )
    })
  }
]
