import type { NotSearched } from "@pawl/sources"

/** The kinds of files that nobody has looked for, in a clause. Rule: CLI-7 */
export const notSearchedText = (notSearched: ReadonlyArray<NotSearched>): string => {
  const kinds = [...new Set(notSearched.map(({ kind }) => kind))]
  const last = kinds.at(-1)
  if (last === undefined) return ""
  const names = kinds.length === 1 ? last : `${kinds.slice(0, -1).join(", ")} and ${last}`
  return `${names} files were not searched`
}
