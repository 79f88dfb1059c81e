/** What keeps a pattern from being a JavaScript one, what to say of it, and what to write instead. */
const troubles = {
  "unclosed-group": () => ["this group is never closed", "write ) at its end, or \\( for the character itself"],
  "unmatched-close": () => ["this ) closes nothing", "write \\) for the character itself"],
  "unclosed-class": () => ["this class is never closed", "write ] at its end, or \\[ for the character itself"],
  "nothing-to-repeat": (construct: string) => [
    "there is nothing before it that could be repeated",
    construct === "*"
      ? 'a matcher is a regular expression, not a file glob: write .* for "anything", or \\* for the character itself'
      : `remove it, or write \\${construct} for the characters themselves`
  ],
  "range-order": () => ["this range ends before it starts", "write the lower character first, or \\- for a hyphen"],
  "count-order": () => ["the larger number comes first", "write the smaller number first"],
  "inline-flags": () => [
    "flags inside a pattern are RE2's alone, and RE2 cannot run the rest of this one",
    "write both spellings, such as [Rr]m"
  ],
  "unknown-group": () => [
    "JavaScript does not know this kind of group, and RE2 cannot run the pattern either",
    "write (?: for a plain group"
  ],
  "trailing-backslash": () => ["a backslash at the end escapes nothing", "write \\\\ for a backslash"],
  "group-name": () => ["a group's name starts with a letter and holds letters, digits and _ only", "write (?: instead"],
  "repeated-name": () => ["another group has this name already", "give each group a name of its own, or write (?:"],
  "unknown-name": () => ["no group has this name", "write \\1 for the first group"],
  "too-deep": () => ["groups are nested too deeply", "write fewer groups inside one another"],
  "too-large": () => [
    "it is too large to run in linear time",
    "write + or * for an exact count, or split it between several hooks"
  ]
} satisfies Record<string, (construct: string) => readonly [string, string]>

export type TroubleReason = keyof typeof troubles

/** The first thing that is wrong with a pattern; `at` is its offset. */
export interface RegexTrouble {
  readonly reason: TroubleReason
  readonly construct: string
  readonly at: number
}

/** A part of a pattern as a sentence quotes it. */
export const shorten = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** A sentence for a person: the construct, its column, what is wrong, and what to write instead. */
export const explainTrouble = ({ reason, construct, at }: RegexTrouble): string => {
  const [what, instead] = troubles[reason](construct)
  return `"${shorten(construct)}" at column ${at + 1} of the matcher: ${what}; ${instead}`
}
