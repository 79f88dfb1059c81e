import { createScanner } from "jsonc-parser"
import { type Wording, wordings } from "./JsonProblem.ts"

// The numbers of jsonc-parser's scanner. It exports them as a const enum, which cannot be read when each file is
// compiled by itself.
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  unknown: 16,
  end: 17
} as const

const scanError = { openComment: 1, openString: 2, number: 3, unicode: 4, escape: 5, character: 6 } as const

/** A token that is spelt wrong; `fatal` when what comes after it cannot be trusted to be what it looks like. */
interface TokenFault {
  readonly wording: Wording
  readonly offset: number
  readonly fatal: boolean
}

/** One token, without blanks and line breaks. */
export interface Token {
  readonly kind: number
  readonly value: string
  readonly start: number
  readonly end: number
  readonly fault: TokenFault | undefined
}

const backslash = 0x5c

/** Finds the first escape or character inside a text that JSON does not have. */
const faultInString = (text: string, start: number, end: number): TokenFault | undefined => {
  for (let offset = start + 1; offset < end; offset++) {
    const code = text.charCodeAt(offset)
    if (code < 0x20) return { wording: wordings.rawControl(code), offset, fatal: false }
    if (code !== backslash) continue
    const written = /^\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/u.exec(text.slice(offset, offset + 6))
    if (written === null) {
      return { wording: wordings.badEscape(text.slice(offset, offset + 2)), offset, fatal: false }
    }
    offset += written[0].length - 1
  }
  return undefined
}

const faultOf = (error: number, text: string, start: number, end: number): TokenFault | undefined => {
  switch (error) {
    case 0:
      return undefined
    case scanError.openComment:
      return { wording: wordings.openComment, offset: start, fatal: true }
    case scanError.openString:
      return { wording: wordings.openString(text.slice(start, end)), offset: start, fatal: true }
    case scanError.number:
      return { wording: wordings.badNumber(text.slice(start, end)), offset: start, fatal: false }
    default:
      return faultInString(text, start, end) ?? { wording: wordings.innerQuote, offset: start, fatal: true }
  }
}

/** Reads the tokens of a text one after the other; at the end it stays at the end. */
export const tokensOf = (text: string): (() => Token) => {
  const scanner = createScanner(text, false)
  return () => {
    let kind: number = scanner.scan()
    while (kind === token.lineBreak || kind === token.blank) kind = scanner.scan()
    const start = scanner.getTokenOffset()
    const end = start + scanner.getTokenLength()
    return {
      kind,
      value: scanner.getTokenValue(),
      start,
      end,
      fault: faultOf(scanner.getTokenError(), text, start, end)
    }
  }
}
