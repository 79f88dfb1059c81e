/** The pieces of a pattern between its stars: the first stands at the start of a name, the last at its end. */
const fits = (pieces: ReadonlyArray<string>, name: string): boolean => {
  const [first = "", ...rest] = pieces
  const last = rest.at(-1) ?? ""
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of rest.slice(0, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/**
 * Whether a variable is one of these: names as they are, or patterns in which `*` stands for any characters, also none.
 * Upper and lower case differ. Rule: RUN-34
 *
 * @example
 * ```ts
 * const isOurs = variableNames(["GH_TOKEN", "CI_*", "*_PASSWORD"])
 * isOurs("CI_JOB_ID") // true
 * ```
 */
export const variableNames = (patterns: ReadonlyArray<string>): ((name: string) => boolean) => {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")))
  const open = patterns.filter((pattern) => pattern.includes("*")).map((pattern) => pattern.split("*"))
  return (name) => exact.has(name) || open.some((pieces) => fits(pieces, name))
}
