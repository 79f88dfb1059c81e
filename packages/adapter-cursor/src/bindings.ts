import {
  type Binding,
  bindingId,
  channels,
  cleanText,
  type Diagnostic,
  type FailureAnswer,
  type FailurePolicy,
  failurePolicy,
  type Gate,
  type HostProfile,
  knowsBoundary,
  type ParsedSource,
  type Reading,
  reports,
  type Source,
  type SourceBindings,
  type Standing,
  supportOf
} from "@pawl/core"
import { BindingData } from "./BindingData.ts"
import type { CursorEvent } from "./CursorEvent.ts"
import { canBlock, defaultTimeoutMs, emptyMeans, gateChannels, gateOf, malformedMeans } from "./eventFacts.ts"
import { type FindingCode, finding, findings } from "./findings.ts"
import { type HookDefinition, nameOf, ParsedHooks } from "./HookDefinition.ts"
import { listed } from "./listed.ts"
import { readings } from "./readings.ts"
import { showSome, showText } from "./showValue.ts"

interface Context {
  readonly source: Source
  readonly profile: HostProfile
  readonly reading: Reading
}

/**
 * What each kind of failure means for a definition: `failClosed` fills it where an answer can block; an output that does
 * not fit denies at every permission event. Rule: CUR-4, CUR-21
 */
const failurePolicyOf = ({ event, failClosed }: HookDefinition, reading: Reading): FailurePolicy => {
  if (!canBlock(event)) return failurePolicy("open")
  const answer: FailureAnswer = failClosed ? "closed" : "open"
  const emptyDenies = event.control._tag === "Permission" && readings[reading].emptyDenies
  return {
    ...failurePolicy(answer),
    malformed: malformedMeans(event) === "denial" ? "closed" : answer,
    empty: emptyMeans(event) === "failure" && emptyDenies ? "closed" : answer
  }
}

/** Whether a fault voids the whole file, as the contract is written. A prompt hook is skipped whatever else it says. */
const voidsFile = ({ faults }: HookDefinition): boolean =>
  !faults.some(({ code }) => code === "cursor/prompt-hook") &&
  faults.some(({ code }) => findings[code].voidsAsWritten === "file")

const matcherIsOutOfReach = ({ matcher }: HookDefinition, reading: Reading): boolean =>
  matcher?.kind === "platform" && !readings[reading].boundedMatchers

/** Whether a definition may run, is withheld as a guard that cannot be used, or is left out (undefined). Rule: CUR-22 */
const standingOf = (definition: HookDefinition, reading: Reading): Standing | undefined => {
  const [fault] = definition.faults
  if (fault === undefined) return matcherIsOutOfReach(definition, reading) ? undefined : { _tag: "Active" }
  if (!readings[reading].voidsDefinitionOnly || !canBlock(definition.event)) return undefined
  return {
    _tag: "Withheld",
    reason: cleanText(fault.diagnostic.message),
    cause: "configuration",
    denies: definition.saysFailClosed ? "always" : "strict"
  }
}

const hostNotes = (
  definition: HookDefinition,
  { profile, source }: Context
): { readonly loopLimit: number | null; readonly notes: ReadonlyArray<Diagnostic> } => {
  const { event, loopLimit, loopLimitPlace, place } = definition
  const name = nameOf(definition)
  const note = (code: FindingCode, message: string, hint: string, at = place): Diagnostic =>
    finding(code, {
      message: `${name}: ${message}`,
      hint,
      place: at,
      file: source.path,
      binding: bindingId(source.path, event.name, definition.index)
    })
  const cap = profile.continuationCap
  const capped = event.control._tag === "FollowUp" && cap !== null && (loopLimit === null || loopLimit > cap)
  const notes = capped
    ? [
        note(
          "cursor/loop-limit-capped",
          `"loop_limit" ${loopLimit === null ? "is null (no limit)" : `is ${loopLimit}`}, and the host goes on ${cap} times at most; that counts`,
          `Write ${cap} or less.`,
          loopLimitPlace
        )
      ]
    : []
  if (!knowsBoundary(profile, event.boundary)) {
    const message = `the host "${profile.name}" does not know this moment; the hook is left out`
    return { loopLimit: capped ? cap : loopLimit, notes: [...notes, note("cursor/unknown-moment", message, never)] }
  }
  if (!reports(profile, event.boundary, event.facet)) {
    const message = `the host "${profile.name}" does not report ${event.name} yet; this hook will never run`
    return { loopLimit: capped ? cap : loopLimit, notes: [...notes, note("cursor/never-fires", message, never)] }
  }
  const { honours } = supportOf(profile, event.boundary)
  const refused = event.channels.filter((channel) => !honours.includes(channel))
  const unhonoured = refused.map((channel) =>
    note(
      "cursor/effect-not-honoured",
      `the host "${profile.name}" does not honour an answer that ${channels[channel].purpose}`,
      channels[channel].controls ? "A hook that gives one is refused." : "A hook that gives one is reported."
    )
  )
  return { loopLimit: capped ? cap : loopLimit, notes: [...notes, ...unhonoured] }
}

/** A guard that cannot be used holds everything back that it would judge: nobody should have to find that out. Rule: CUR-94 */
const withheldNote = (definition: HookDefinition, { source }: Context): Diagnostic => {
  const outcome =
    definition.event.control._tag === "PromptHalt" ? "every prompt is held" : "what it would judge is denied"
  return finding("cursor/guard-withheld", {
    message: `${nameOf(definition)}: it says "failClosed" and cannot be used, so ${outcome}`,
    hint: "Correct what is wrong with it; the shipped Cursor refuses most such files, and then nothing is held back.",
    place: definition.place,
    file: source.path,
    binding: bindingId(source.path, definition.event.name, definition.index)
  })
}

const never = "Keep it for Cursor, or remove it."

const fileVoided = (fatal: ReadonlyArray<HookDefinition>, source: Source): Diagnostic =>
  finding("cursor/file-voided", {
    message: `nothing of this file is used, because of what is wrong with ${listed(showSome(fatal.map(nameOf)), "and")}`,
    hint: "Correct every error; Cursor refuses such a file as well.",
    place: fatal[0]?.faults[0]?.diagnostic.place,
    file: source.path
  })

const skippedForEngine = (definition: HookDefinition, source: Source): Diagnostic =>
  finding("cursor/matcher-needs-engine", {
    message: `${nameOf(definition)}: the matcher ${showText(definition.matcher?.pattern ?? "")} needs JavaScript's engine, which this reading does not use; the definition is skipped`,
    hint: "Write it without look-around and back-references.",
    place: definition.matcherPlace,
    file: source.path,
    binding: bindingId(source.path, definition.event.name, definition.index)
  })

/** A hook is never stronger than what its host honours. Rule: CUR-3 */
const gateAt = (event: CursorEvent, profile: HostProfile): Gate => {
  const gate = gateOf(event)
  return gate === "none" || supportOf(profile, event.boundary).honours.includes(gateChannels[gate]) ? gate : "none"
}

const bindingOf = (
  definition: HookDefinition,
  standing: Standing,
  loopLimit: number | null,
  { profile, reading, source }: Context
): Binding => {
  const { event, handler, index, matcher, timeoutMs } = definition
  return {
    id: bindingId(source.path, event.name, index),
    source: source.id,
    format: source.format,
    event: event.name,
    index,
    boundary: event.boundary,
    gate: gateAt(event, profile),
    handler,
    timeoutMs: timeoutMs ?? defaultTimeoutMs(event),
    onFailure: failurePolicyOf(definition, reading),
    queueTimeout: readings[reading].queueTimeout,
    channels: event.channels,
    standing,
    data: new BindingData({
      reading,
      reported: reports(profile, event.boundary, event.facet),
      matcher,
      loopLimit
    })
  }
}

/**
 * The hooks of a parsed file for one host, in table order and then in the order of the file, with the warnings that
 * depend on the host. What a finding voids is decided here. Rule: CUR-2, CUR-20 to CUR-22, CUR-24 to CUR-25
 */
export const bindings = (parsed: ParsedSource, context: Context): SourceBindings => {
  if (parsed.voided || !(parsed.data instanceof ParsedHooks)) return { reported: 0, bindings: [], diagnostics: [] }
  const { definitions } = parsed.data
  const { profile, reading, source } = context
  const fatal = readings[reading].voidsDefinitionOnly ? [] : definitions.filter(voidsFile)
  if (fatal.length > 0) return { voided: true, reported: 0, bindings: [], diagnostics: [fileVoided(fatal, source)] }
  const made: Array<Binding> = []
  const diagnostics: Array<Diagnostic> = []
  for (const definition of definitions) {
    const { loopLimit, notes } = hostNotes(definition, context)
    diagnostics.push(...notes)
    const standing = standingOf(definition, reading)
    if (standing === undefined) {
      if (definition.faults.length === 0) diagnostics.push(skippedForEngine(definition, source))
    } else if (knowsBoundary(profile, definition.event.boundary)) {
      made.push(bindingOf(definition, standing, loopLimit, context))
      if (standing._tag === "Withheld" && standing.denies === "always") {
        diagnostics.push(withheldNote(definition, context))
      }
    }
  }
  const reported = definitions.filter(({ event }) => reports(profile, event.boundary, event.facet)).length
  return { reported, bindings: made, diagnostics }
}
