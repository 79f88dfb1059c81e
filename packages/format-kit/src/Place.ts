import type { Place } from "@pawl/core"

/** Finds the place of an offset in a text: 1-based line and column, in UTF-16 code units. Rule: KIT-1 */
export interface PlaceFinder {
  readonly placeAt: (offset: number, at?: string) => Place
}

const lineFeed = 10
const carriageReturn = 13

const lineStartsOf = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === carriageReturn && text.charCodeAt(offset + 1) === lineFeed) offset++
    if (code === lineFeed || code === carriageReturn) starts.push(offset + 1)
  }
  return starts
}

/**
 * Makes a finder for one text. A line ends at LF, CRLF or a lone CR, as in editors. Rule: KIT-1
 *
 * @example
 * ```ts
 * placesOf("{\r\n  1").placeAt(5) // { line: 2, column: 3 }
 * ```
 */
export const placesOf = (text: string): PlaceFinder => {
  let starts: ReadonlyArray<number> | undefined
  // Readers ask in the order of the text: the line of the last answer is nearly always the right one or just before it.
  let line = 0
  const startOf = (index: number): number => starts?.[index] ?? Number.POSITIVE_INFINITY
  return {
    placeAt: (offset, at) => {
      starts ??= lineStartsOf(text)
      if (offset < startOf(line)) line = 0
      if (offset >= startOf(line + 1)) {
        let low = line + 1
        let high = starts.length
        while (high - low > 1) {
          const middle = (low + high) >> 1
          if (offset < startOf(middle)) high = middle
          else low = middle
        }
        line = low
      }
      const place = { line: line + 1, column: offset - startOf(line) + 1 }
      return at === undefined || at === "" ? place : { ...place, at }
    }
  }
}
