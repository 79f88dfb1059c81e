import { capText, cleanText, type Diagnostic, limits } from "@pawl/core"
import { type DecodeContext, told } from "./DecodeContext.ts"

/** A message of a hook, fit to be shown. */
export interface Message {
  readonly text: string
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * A text of a hook without escapes and control characters, cut at so many bytes of UTF-8, which is told; undefined
 * where nothing printable is left. Rule: CUR-44
 */
export const message = (
  context: DecodeContext,
  raw: string | undefined,
  bytes: number = limits.reasonBytes
): Message | undefined => {
  if (raw === undefined) return undefined
  const { cut, text } = capText(cleanText(raw), bytes)
  if (text === "") return undefined
  const finding = told(context, "cursor/text-cut", `a message was cut after ${bytes} bytes`)
  return { text, diagnostics: cut ? [finding] : [] }
}
