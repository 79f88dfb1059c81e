import * as Result from "effect/Result"
import { closest } from "../words/closest.ts"
import { type Flag, readWords } from "../words/readWords.ts"
import { type HostWord, hostWords, type ReadingWord, readingWords } from "./choices.ts"

/** The flags of `pawl fire`. Rule: CLI-44 */
export const fireFlags = [
  { name: "--payload", takes: "FILE", help: "a payload as Cursor writes it to a hook's stdin; - reads standard input" },
  {
    name: "--hooks",
    takes: "FILE",
    repeatable: true,
    help: "also run the hooks of this file, before all others (may be given more than once)"
  },
  { name: "--hooks-only", help: "leave out the hooks of the project" },
  { name: "--trust-project", help: "run the project's hooks that are found now, for this call" },
  { name: "--strict", help: "every hook that fails to answer denies" },
  { name: "--headless", help: "as if nobody could answer: a question is a denial (as when PAWL_HEADLESS is set)" },
  { name: "--reading", takes: "R", help: `how answers are read: ${readingWords.join(", ")} (tight)` },
  { name: "--host", takes: "H", help: `the host that the moment happens in: ${hostWords.join(", ")} (everything)` },
  { name: "--json", help: "print one JSON document, for programs" },
  { name: "--help", short: "-h", help: "show this text" }
] as const satisfies ReadonlyArray<Flag>

/** What one call of `pawl fire` asks for; without `payload` the moment is made from where one stands. Rule: CLI-44 */
export interface FireCall {
  readonly event: string
  readonly payload: string | undefined
  readonly hooks: ReadonlyArray<string>
  readonly hooksOnly: boolean
  readonly trustProject: boolean
  readonly strict: boolean
  readonly headless: boolean
  readonly reading: ReadingWord
  readonly host: HostWord
  readonly json: boolean
}

/** One of some words, or what is wrong with it, in a clause. */
const choose = <W extends string>(known: ReadonlyArray<W>, what: string, word: string): Result.Result<W, string> => {
  const chosen = known.find((each) => each === word)
  if (chosen !== undefined) return Result.succeed(chosen)
  const meant = closest(word, known)
  const advice = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`
  return Result.fail(`there is no ${what} ${word}; ${advice}`)
}

/** Reads the words behind `pawl fire`. Rule: CLI-44 */
export const parseCall = (words: ReadonlyArray<string>): Result.Result<FireCall | "help", string> =>
  Result.gen(function* () {
    const { flags, bare, rest = [] } = yield* readWords(fireFlags, words)
    if (flags.has("--help")) return "help"
    const [event, another] = [...bare, ...rest]
    if (event === undefined || event === "") return yield* Result.fail("there is no EVENT; write pawl fire EVENT")
    if (another !== undefined) {
      return yield* Result.fail(`there is one EVENT too many, ${another}; a payload is named with --payload`)
    }
    return {
      event,
      payload: flags.get("--payload")?.[0],
      hooks: flags.get("--hooks") ?? [],
      hooksOnly: flags.has("--hooks-only"),
      trustProject: flags.has("--trust-project"),
      strict: flags.has("--strict"),
      headless: flags.has("--headless"),
      reading: yield* choose(readingWords, "reading", flags.get("--reading")?.[0] ?? "tight"),
      host: yield* choose(hostWords, "host", flags.get("--host")?.[0] ?? "everything"),
      json: flags.has("--json")
    }
  })
