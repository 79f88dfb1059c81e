import { type HookEffects, verdictStrength } from "@pawl/core"

/**
 * Two answers of one hook as one: the stricter verdict with its reasons in front, and everything else of both. At equal
 * strength the first one leads. Rule: CUR-61
 */
export const stricter = (a: HookEffects, b: HookEffects): HookEffects => {
  const [first, second] = verdictStrength[b.verdict] > verdictStrength[a.verdict] ? [b, a] : [a, b]
  return {
    ...second,
    ...first,
    reasons: [...first.reasons, ...second.reasons],
    notices: [...first.notices, ...second.notices],
    extensions: [...first.extensions, ...second.extensions],
    unsupported: [...first.unsupported, ...second.unsupported],
    diagnostics: [...a.diagnostics, ...b.diagnostics]
  }
}
