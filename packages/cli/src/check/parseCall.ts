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
  Result.map(readWords(checkFlags, words), ({ flags, bare, rest }) =>
    flags.has("--help") ? "help" : { files: [...bare, ...(rest ?? [])], json: flags.has("--json") }
  )
