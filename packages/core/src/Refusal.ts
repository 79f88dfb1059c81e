import type { BindingId } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import { Channel, channels } from "./Channel.ts"
import { channelSlots } from "./ChannelSlots.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import type { MergedEffects, Reason } from "./Effects.ts"
import { type Consequence, coreCodes, engineText, type Refused } from "./EngineText.ts"
import { type HostProfile, supportOf } from "./HostProfile.ts"
import { alsoDeny, alsoHalt } from "./Reducer.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import { takeSessionEnv } from "./SessionEnvNames.ts"
import { isHeadless, type Surface } from "./Surface.ts"

/**
 * What refusing depends on. `order` names hooks in snapshot order, so that the first one's denial counts; `reserved` are
 * prefixes of session variables that a format keeps to itself. Rule: CORE-52, CORE-53
 */
export interface RefusalContext {
  readonly boundary: BoundaryDescriptor
  readonly profile: HostProfile
  readonly surface: Surface
  readonly policy: RunPolicy
  readonly order?: ReadonlyArray<BindingId>
  readonly reserved?: ReadonlyArray<string>
}

/** What a refused request comes to at a moment. Rule: CORE-52 */
const consequenceAt = (boundary: BoundaryDescriptor): Consequence =>
  boundary.beforeOperation ? "denial" : boundary.gate === "halt" ? "halt" : "report"

const asked = (binding: BindingId | undefined, channel: Channel): Refused => ({
  binding,
  asked: [channel],
  returned: []
})

/** All that one hook was refused, in one entry for each hook, in snapshot order. */
const byHook = (refused: ReadonlyArray<Refused>, order: ReadonlyArray<BindingId>): ReadonlyArray<Refused> => {
  const merged = new Map<BindingId | undefined, Refused>()
  for (const next of refused) {
    const known = merged.get(next.binding) ?? { binding: next.binding, asked: [], returned: [] }
    const both = { ...known, asked: [...new Set([...known.asked, ...next.asked])] }
    merged.set(next.binding, {
      ...both,
      // A field of a channel that the hook has filled as well says the same thing twice.
      returned: [...new Set([...known.returned, ...next.returned])].filter((channel) => !both.asked.includes(channel))
    })
  }
  const position = ({ binding }: Refused) => {
    const index = binding === undefined ? -1 : order.indexOf(binding)
    return index < 0 ? order.length : index
  }
  return [...merged.values()].sort((a, b) => position(a) - position(b))
}

/**
 * Takes out of merged effects what the host cannot honour at this moment, so that no host can find and half apply it,
 * and answers it. Before an operation a request that controls something is a denial that names the hook and what it
 * asked for or returned; where a prompt can be held it is a halt; afterwards it is reported. What controls nothing is
 * left out with a hint. A denial is never taken back: it stands also where the host takes no verdict. Rule: CORE-52
 *
 * @example
 * ```ts
 * const outcome = refuse(reduce(answers), { boundary, profile, surface: "interactive", policy: defaultRunPolicy })
 * ```
 */
export const refuse = (merged: MergedEffects, context: RefusalContext): MergedEffects => {
  const { boundary, profile } = context
  const honoured = new Set<Channel>(supportOf(profile, boundary.id).honours)
  const consequence = consequenceAt(boundary)
  const refused: Array<Refused> = []
  const found: Array<Diagnostic> = []
  let next = merged

  const leaveOut = (entry: Refused) =>
    found.push(about(entry.binding, coreCodes.notDelivered, "hint", engineText.notDelivered(entry)))

  for (const channel of Channel.literals) {
    if (channel === "verdict" || channel === "extension" || honoured.has(channel)) continue
    const filledBy = channelSlots[channel].filledBy(next)
    if (filledBy.length === 0) continue
    if (channel === "halt" && consequence === "halt") {
      // There is nothing stricter to put in its place.
      found.push(about(next.halt?.binding, coreCodes.refused, "warning", engineText.haltKept(next.halt?.binding)))
      continue
    }
    next = channelSlots[channel].without(next)
    for (const binding of new Set(filledBy)) {
      if (channels[channel].controls) refused.push(asked(binding, channel))
      else leaveOut(asked(binding, channel))
    }
  }

  for (const { binding, channel } of merged.unsupported) {
    const entry: Refused = { binding, asked: [], returned: [channel] }
    if (channels[channel].controls) refused.push(entry)
    else leaveOut(entry)
  }

  next = keepKnownExtensions(next, honoured, profile, found)
  if (boundary.gate !== "verdict" || !honoured.has("verdict")) {
    next = withoutVerdict(next, consequence, refused, found)
  }
  next = honoured.has("session-env") ? withTakenSessionEnv(next, context.reserved ?? [], found) : next

  const reasons: Array<Reason> = []
  for (const entry of byHook(refused, context.order ?? [])) {
    const code = consequence === "report" ? coreCodes.notHonoured : coreCodes.refused
    found.push(about(entry.binding, code, "warning", engineText.refusedFinding(entry, consequence)))
    reasons.push(reasonOf(entry.binding, engineText.refused(entry), "unsupported-effect"))
  }
  const why = isHeadless(context.surface) ? "headless" : context.policy.strict ? "strict" : undefined
  if (why !== undefined) {
    for (const id of merged.deferrals) {
      reasons.push(reasonOf(id, engineText.deferralRefused(id, why), "deferral-unsupported"))
    }
  }
  if (consequence === "denial") next = reasons.reduce(alsoDeny, next)
  if (consequence === "halt") next = reasons.reduce(alsoHalt, next)
  return found.length === 0 ? next : { ...next, diagnostics: [...next.diagnostics, ...found] }
}

const about = (
  binding: BindingId | undefined,
  code: string,
  severity: Diagnostic["severity"],
  message: string
): Diagnostic => ({ code, severity, message, ...(binding === undefined ? {} : { binding }) })

const reasonOf = (binding: BindingId | undefined, text: string, cause: Reason["cause"]): Reason => ({
  text,
  author: "engine",
  cause,
  ...(binding === undefined ? {} : { binding })
})

/** Extensions that the host has registered, where it honours any. */
const keepKnownExtensions = (
  merged: MergedEffects,
  honoured: ReadonlySet<Channel>,
  profile: HostProfile,
  found: Array<Diagnostic>
): MergedEffects => {
  const kept = merged.extensions.filter(({ binding, id }) => {
    const isKnown = profile.extensions.includes(id)
    if (isKnown && honoured.has("extension")) return true
    found.push(
      isKnown
        ? about(binding, coreCodes.notDelivered, "hint", engineText.notDelivered(asked(binding, "extension")))
        : about(binding, coreCodes.notDelivered, "warning", engineText.unknownExtension(binding, id))
    )
    return false
  })
  return kept.length === merged.extensions.length ? merged : { ...merged, extensions: kept }
}

/** What becomes of a verdict where none is taken: a denial is kept or becomes a halt, a question is refused. */
const withoutVerdict = (
  merged: MergedEffects,
  consequence: Consequence,
  refused: Array<Refused>,
  found: Array<Diagnostic>
): MergedEffects => {
  const { verdict } = merged
  const none = { ...merged, verdict: { _tag: "None" } as const }
  switch (verdict._tag) {
    case "None":
      return merged
    case "Allow":
      found.push(
        about(
          verdict.binding,
          coreCodes.notDelivered,
          "hint",
          engineText.notDelivered(asked(verdict.binding, "verdict"))
        )
      )
      return none
    case "Ask":
      refused.push(asked(verdict.reason.binding, "verdict"))
      return none
    case "Deny": {
      const { binding } = verdict.reason
      if (consequence === "report") {
        refused.push(asked(binding, "verdict"))
        return none
      }
      found.push(about(binding, coreCodes.refused, "warning", engineText.verdictKept(binding)))
      return consequence === "denial" ? merged : { ...none, halt: merged.halt ?? verdict.reason }
    }
  }
}

/** Names that are never taken are refused where they are set, so that they are told once. */
const withTakenSessionEnv = (
  merged: MergedEffects,
  reserved: ReadonlyArray<string>,
  found: Array<Diagnostic>
): MergedEffects => {
  if (merged.sessionEnv.length === 0) return merged
  const sessionEnv = merged.sessionEnv.map(({ binding, variables }) => {
    const taken = takeSessionEnv(variables, binding, reserved)
    found.push(...taken.diagnostics)
    return { binding, variables: taken.variables }
  })
  return { ...merged, sessionEnv: sessionEnv.filter((entry) => Object.keys(entry.variables).length > 0) }
}
