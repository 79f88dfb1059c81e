import * as Effect from "effect/Effect"
import type { Binding, BindingId } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import { catchFault } from "./catchFault.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import type { HookEffects } from "./Effects.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { Envelope } from "./Envelope.ts"
import type { HookFormatAdapter, Selection } from "./HookFormatAdapter.ts"
import { hookFault } from "./hookFault.ts"
import type { Source } from "./Source.ts"

type Adapter = HookFormatAdapter["Service"]

/** A hook that a moment might concern, and the source that it comes from. */
export interface Candidate {
  readonly binding: Binding
  readonly source: Source
}

/** A hook that a moment concerns: to be asked, or not to be had by a fault of our own. Rule: CORE-59 */
export type Matched = Candidate &
  (
    | { readonly _tag: "Ask"; readonly adapter: Adapter; readonly unsure: string | undefined }
    | { readonly _tag: "Fault"; readonly effects: HookEffects }
  )

/** The hooks that a moment concerns, in snapshot order, and why each other one is not meant. */
export interface Selected {
  readonly matched: ReadonlyArray<Matched>
  readonly notMatched: ReadonlyArray<{ readonly binding: BindingId; readonly why: string }>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

type Skipped = Candidate & Extract<Selection, { readonly _tag: "Skip" }>
type Found = Matched | Skipped

const foundBy = (adapter: Adapter, candidate: Candidate, selection: Selection): Found =>
  selection._tag === "Skip"
    ? { ...candidate, ...selection }
    : { ...candidate, _tag: "Ask", adapter, unsure: selection._tag === "RunUnsure" ? selection.why : undefined }

/** One question for all hooks of a format; what is wrong with the answer is a fault of each of them. */
const askFormat = (
  adapter: Adapter | undefined,
  boundary: BoundaryDescriptor,
  envelope: Envelope,
  candidates: ReadonlyArray<Candidate>
): Effect.Effect<ReadonlyArray<Found>> => {
  const faulty = (detail: string): ReadonlyArray<Found> =>
    candidates.map((candidate) => ({
      ...candidate,
      _tag: "Fault",
      effects: hookFault(boundary, "matching", candidate.binding.id, detail)
    }))
  if (adapter === undefined) return Effect.succeed(faulty("no adapter for the format of this hook"))
  const bindings = candidates.map((candidate) => candidate.binding)
  const asked = Effect.map(
    Effect.suspend(() => adapter.select(envelope, bindings)),
    (selections) => {
      const found = candidates.flatMap((candidate, index): ReadonlyArray<Found> => {
        const selection = selections[index]
        return selection === undefined ? [] : [foundBy(adapter, candidate, selection)]
      })
      return found.length === candidates.length ? found : faulty("the adapter did not answer for every hook")
    }
  )
  return catchFault(asked, (detail) => Effect.succeed(faulty(detail)))
}

const byFormat = (candidates: ReadonlyArray<Candidate>): ReadonlyMap<string, ReadonlyArray<Candidate>> => {
  const groups = new Map<string, Array<Candidate>>()
  for (const candidate of candidates) {
    const group = groups.get(candidate.binding.format)
    if (group === undefined) groups.set(candidate.binding.format, [candidate])
    else group.push(candidate)
  }
  return groups
}

const skippedFinding = ({ binding, diagnostic }: Skipped): ReadonlyArray<Diagnostic> =>
  diagnostic === undefined ? [] : [{ ...diagnostic, binding: diagnostic.binding ?? binding.id }]

const unsureFinding = (binding: BindingId, why: string): Diagnostic => ({
  code: coreCodes.unsure,
  severity: "warning",
  message: engineText.unsure(binding, why),
  binding
})

const partition = (found: ReadonlyArray<Found>): Selected => {
  const matched: Array<Matched> = []
  const notMatched: Array<Selected["notMatched"][number]> = []
  const diagnostics: Array<Diagnostic> = []
  for (const one of found) {
    if (one._tag === "Skip") {
      notMatched.push({ binding: one.binding.id, why: one.why })
      diagnostics.push(...skippedFinding(one))
      continue
    }
    matched.push(one)
    if (one._tag === "Ask" && one.unsure !== undefined && one.binding.standing._tag === "Active")
      diagnostics.push(unsureFinding(one.binding.id, one.unsure))
  }
  return { matched, notMatched, diagnostics }
}

/**
 * Finds the hooks that a moment concerns, with one question to each format. A format that cannot be asked is a fault of
 * each of its hooks: a guard that might be meant is never skipped by our own doing. Rule: CORE-59, CORE-11
 */
export const selectHooks = (
  formats: ReadonlyMap<string, Adapter>,
  boundary: BoundaryDescriptor,
  envelope: Envelope,
  candidates: ReadonlyArray<Candidate>
): Effect.Effect<Selected> => {
  const groups = [...byFormat(candidates)]
  const [only, ...others] = groups
  if (only !== undefined && others.length === 0) {
    return Effect.map(askFormat(formats.get(only[0]), boundary, envelope, candidates), partition)
  }
  const position = new Map(candidates.map((candidate, index) => [candidate.binding, index]))
  const positionOf = (found: Found) => position.get(found.binding) ?? candidates.length
  return Effect.map(
    Effect.forEach(groups, ([format, group]) => askFormat(formats.get(format), boundary, envelope, group)),
    (answers) => partition(answers.flat().sort((a, b) => positionOf(a) - positionOf(b)))
  )
}
