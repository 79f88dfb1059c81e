import * as Result from "effect/Result"
import { type Flag, readWords } from "../words/readWords.ts"

/** The flags of `pawl check`. Rule: CLI-30 */
export const checkFlags = [
  { name: "--json", help: "print one JSON document, for programs" },
  { name: "--help", short: "-h", help: "show this text" }
] as const satisfies ReadonlyArray<Flag>

/** What one call of `pawl check` asks for. Rule: CLI-30 */
export interface CheckCall {
  readonly files: ReadonlyArray<string>
  readonly json: boolean
}

/** Reads the words behind `pawl check`. Rule: CLI-30 */
export const parseCall = (words: ReadonlyArray<string>): Result.Result<CheckCall | "help", string> =>
  Result.gen(function* () {
    const { flags, bare, rest } = yield* readWords(checkFlags, words)
    if (flags.has("--help")) return "help"
    const files = [...bare, ...(rest ?? [])]
    if (files.includes("")) return yield* Result.fail("the name of a FILE is empty")
    return { files, json: flags.has("--json") }
  })
