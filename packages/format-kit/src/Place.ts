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

/** The index of the last start that is not behind the offset. */
const lineOf = (starts: ReadonlyArray<number>, offset: number): number => {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (offset < (starts[middle] ?? 0)) high = middle
    else low = middle
  }
  return low
}

/**
 * Makes a finder for one text, whose first line has the number `firstLine`. A line ends at LF, CRLF or a lone CR, as in
 * editors; a tab is one column. `at` is the path of the value there, if it has one. Rule: KIT-1
 *
 * @example
 * ```ts
 * placesOf("{\r\n  1").placeAt(5) // { line: 2, column: 3 }
 * ```
 */
export const placesOf = (text: string, firstLine = 1): PlaceFinder => {
  let starts: ReadonlyArray<number> | undefined
  return {
    placeAt: (offset, at) => {
      starts ??= lineStartsOf(text)
      const line = lineOf(starts, offset)
      const place = { line: line + firstLine, column: offset - (starts[line] ?? 0) + 1 }
      return at === undefined || at === "" ? place : { ...place, at }
    }
  }
}
