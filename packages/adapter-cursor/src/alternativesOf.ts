/** One alternative of a pattern that is nothing but names. */
export interface Alternative {
  readonly name: string
  /** Whether it can only be a whole text, not a part of one. */
  readonly whole: boolean
}

/** A name, as far as tools have them; a pattern that goes on after one still begins with it. */
const named = /^(\^?)(\w[\w:-]*)(?:\.?[*+])?(\$?)$/u

const alternative = (text: string, start: string, end: string): Alternative | undefined => {
  const [, from = "", name, to = ""] = named.exec(text) ?? []
  return name === undefined ? undefined : { name, whole: start + from !== "" && end + to !== "" && !/[*+]/u.test(text) }
}

/**
 * The alternatives of a pattern such as `^(Bash|Edit)$`, each undefined where it is more than a name; undefined for a
 * pattern with groups inside. Rule: CUR-16
 */
export const alternativesOf = (pattern: string): ReadonlyArray<Alternative | undefined> | undefined => {
  const [, start = "", group, end = ""] = /^(\^?)\((?:\?:)?([^()]*)\)(\$?)$/u.exec(pattern) ?? []
  if (group === undefined && /[()]/u.test(pattern)) return undefined
  return (group ?? pattern).split("|").map((text) => alternative(text, start, end))
}
