/**
 * Escape sequences of terminals: CSI, then OSC and its relatives up to their terminator, then any other two-character
 * sequence. They go as a whole, so that no parameters are left in the text.
 */
const escapeSequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/gu

/** Control characters but newline and tab, and the marks that reorder text. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What cannot be seen, or changes how the rest is seen: every control and format character, and what is shown as nothing. */
const shown = /[\p{Cc}\p{Cf}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu

/**
 * Text that Pawl did not write, fit for a person or a model to read: escape sequences, control characters other than
 * newline and tab, and bidirectional overrides are removed, and the ends are trimmed. Rule: CORE-21
 *
 * @example
 * ```ts
 * cleanText("\u001b[31mno\u001b[0m\r\n") // "no"
 * ```
 */
export const cleanText = (text: string): string => text.replace(escapeSequences, "").replace(controls, "").trim()

/**
 * Text that a person inspects or approves, with what cannot be seen made visible: `\x1b`, `\n`, `\u202e`. Nothing is
 * removed, so that what is shown is what is there. Rule: CORE-21
 *
 * @example
 * ```ts
 * escapeText("rm -rf /\u001b[8m") // "rm -rf /\\x1b[8m"
 * ```
 */
export const escapeText = (text: string): string =>
  text.replace(shown, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code === 0x0a) return "\\n"
    if (code === 0x09) return "\\t"
    if (code === 0x0d) return "\\r"
    return code <= 0xff
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : code <= 0xffff
        ? `\\u${code.toString(16).padStart(4, "0")}`
        : `\\u{${code.toString(16)}}`
  })

const encoder = new TextEncoder()

/** How many bytes a text takes in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

/**
 * The longest beginning of a text that takes at most `bytes` of UTF-8 and splits no character, and whether anything was
 * cut. Rule: CORE-49
 */
export const capText = (text: string, bytes: number): { readonly text: string; readonly cut: boolean } => {
  if (text.length * 3 <= bytes) return { text, cut: false }
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes))
  return read === text.length ? { text, cut: false } : { text: text.slice(0, read), cut: true }
}
