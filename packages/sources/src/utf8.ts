import type { Diagnostic } from "@pawl/core"
import * as Result from "effect/Result"
import { sourceFinding } from "./SourceFinding.ts"

// A byte-order mark is kept: whoever reads the text can say something about it.
const newDecoder = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decode = (bytes: Uint8Array, stream: boolean): string | undefined => {
  try {
    return newDecoder().decode(bytes, { stream })
  } catch {
    return undefined
  }
}

/** The text before the first sequence that is not UTF-8, found by halving: a decoder does not tell where it stopped. */
const textBeforeFault = (bytes: Uint8Array): string => {
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1
    if (decode(bytes.subarray(0, middle), true) === undefined) bad = middle
    else good = middle
  }
  return decode(bytes.subarray(0, good), true) ?? ""
}

/** Bytes as text when all of them are UTF-8, else the finding with its place. Rule: SRC-10 */
export const decodeUtf8 = (bytes: Uint8Array, file: string): Result.Result<string, Diagnostic> => {
  const text = decode(bytes, false)
  if (text !== undefined) return Result.succeed(text)
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return Result.fail({ ...sourceFinding("sources/utf16", file), place: { line: 1, column: 1 } })
  }
  const before = textBeforeFault(bytes)
  const offset = new TextEncoder().encode(before).length
  return Result.fail({
    ...sourceFinding("sources/not-utf8", file, { offset: String(offset) }),
    place: { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") }
  })
}
