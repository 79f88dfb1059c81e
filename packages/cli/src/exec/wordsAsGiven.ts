import * as fs from "node:fs"
import * as Result from "effect/Result"

const replacement = "\ufffd"

/**
 * The words of a call, unless Node has lost some of their bytes: it reads them as UTF-8, and what is none it replaces. A
 * command with other bytes than the ones that were given is not what was asked for. Rule: CLI-10
 */
export const wordsAsGiven = (words: ReadonlyArray<string>): Result.Result<ReadonlyArray<string>, string> => {
  if (!words.some((word) => word.includes(replacement))) return Result.succeed(words)
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync("/proc/self/cmdline"))
    return Result.succeed(words)
  } catch {
    return Result.fail("some of its words are not UTF-8, and cannot be passed on unchanged")
  }
}
