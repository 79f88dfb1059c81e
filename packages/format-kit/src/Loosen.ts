import * as Result from "effect/Result"
import { parseRegex } from "./regex/parseRegex.ts"
import type { BeyondLinear } from "./regex/RegexNode.ts"

const widest: { readonly [K in BeyondLinear["kind"]]: string } = {
  "look-around": "(?:)",
  // What a group captured can be any text at all.
  "back-reference": "(?:[^]*)"
}

/** Replaces what is beyond linear time, in a pattern that was already taken apart. */
export const loosenParts = (pattern: string, beyondLinear: ReadonlyArray<BeyondLinear>): string => {
  let loosened = ""
  let copied = 0
  for (const { kind, from, to } of beyondLinear) {
    loosened += pattern.slice(copied, from) + widest[kind]
    copied = to
  }
  return loosened + pattern.slice(copied)
}

/**
 * A pattern that matches whenever the given one does and that linear time is enough for: look-arounds go, with their
 * quantifiers, and back-references stand for any text. A pattern that is not valid comes back as it is. Rule: KIT-12
 *
 * @example
 * ```ts
 * loosen("^(?!.*--dry-run).*git\\s+push") // "^(?:).*git\\s+push"
 * ```
 */
export const loosen = (pattern: string): string =>
  Result.match(parseRegex(pattern), {
    onFailure: () => pattern,
    onSuccess: ({ beyondLinear }) => loosenParts(pattern, beyondLinear)
  })
