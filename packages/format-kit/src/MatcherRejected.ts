import type { BeyondLinear } from "./regex/RegexNode.ts"
import { explainTrouble, type RegexTrouble, shorten } from "./regex/RegexTrouble.ts"

/**
 * Why a pattern cannot be used: it is `invalid` in every engine, or it `needs-platform-engine` and none is provided.
 * `construct` is the part that is at fault and `column` its 1-based column in the pattern; `message` is a whole sentence
 * that names both and says what to write instead. Rule: KIT-13
 */
export interface MatcherRejected {
  readonly message: string
  readonly construct?: string
  readonly column?: number
  readonly kind: "invalid" | "needs-platform-engine"
}

/** A pattern that no engine can read. */
export const rejectInvalid = (trouble: RegexTrouble): MatcherRejected => ({
  kind: "invalid",
  message: explainTrouble(trouble),
  construct: trouble.construct,
  column: trouble.at + 1
})

const whatItIs: { readonly [K in BeyondLinear["kind"]]: readonly [what: string, instead: string] } = {
  "look-around": [
    "look-around is not possible in linear time",
    "write a matcher of what should match, and let the hook itself sort out the exceptions"
  ],
  "back-reference": [
    "a back-reference is not possible in linear time",
    "write the repeated part out, and let the hook itself compare"
  ]
}

/** A pattern that only a backtracking engine can run, where there is none. */
export const rejectBeyondLinear = ({ kind, construct, from }: BeyondLinear): MatcherRejected => {
  const [what, instead] = whatItIs[kind]
  return {
    kind: "needs-platform-engine",
    message:
      `"${shorten(construct)}" at column ${from + 1} of the matcher: ${what}, and this host provides no other engine; ` +
      instead,
    construct,
    column: from + 1
  }
}

/** A pattern that is read by JavaScript, but neither by this package nor by the linear engine. */
export const rejectUnread = (trouble: RegexTrouble): MatcherRejected => ({
  ...rejectInvalid(trouble),
  kind: "needs-platform-engine"
})
