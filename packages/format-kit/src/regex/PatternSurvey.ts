/** What the meaning of an escape depends on: how many groups the whole pattern has, and their names. */
export interface PatternSurvey {
  readonly groups: number
  readonly names: ReadonlySet<string>
  /** Whether `\k` is a back-reference: it is, once any group has a name. */
  readonly named: boolean
}

/** Looks a pattern over before it is parsed: `\2` means something else when there is no second group further on. */
export const surveyPattern = (pattern: string): PatternSurvey => {
  const names = new Set<string>()
  let groups = 0
  let named = false
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === "\\") at++
    else if (inClass) inClass = character !== "]"
    else if (character === "[") inClass = true
    else if (character === "(") {
      if (pattern[at + 1] !== "?") groups++
      else if (pattern[at + 2] === "<" && pattern[at + 3] !== "=" && pattern[at + 3] !== "!") {
        groups++
        named = true
        const end = pattern.indexOf(">", at)
        if (end > 0) names.add(pattern.slice(at + 3, end))
      }
    }
  }
  return { groups, names, named }
}
