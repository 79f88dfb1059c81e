import * as Effect from "effect/Effect"
import type { Binding } from "./Binding.ts"
import { catchFault } from "./catchFault.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { HookFormatAdapter, Reading } from "./HookFormatAdapter.ts"
import type { HostProfile } from "./HostProfile.ts"
import type { SourceState } from "./Snapshot.ts"
import type { Source, SourceText } from "./Source.ts"
import type { Trust, TrustPolicy } from "./TrustPolicy.ts"
import { isGuard, withhold } from "./Withholding.ts"

/** What loading needs besides the text. */
export interface LoadContext {
  readonly adapter: HookFormatAdapter["Service"]
  readonly trust: TrustPolicy["Service"]
  readonly profile: HostProfile
  readonly reading: Reading
}

/** What is known of a source before an attempt. */
export interface Before {
  readonly state: SourceState | undefined
  /** The hooks of the version that was approved last, as they were when they ran. */
  readonly approved: ReadonlyArray<Binding> | undefined
}

/** What is known of a source after an attempt. */
export interface After {
  readonly state: SourceState
  readonly approved: ReadonlyArray<Binding> | undefined
}

const inFile = (source: Source, diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<Diagnostic> =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, file: source.path }))

/** A failed attempt: what was good before stays in force and is said to. Rule: CORE-58 */
export const failedLoad = (
  source: Source,
  before: Before,
  failure: {
    readonly digest: string | undefined
    readonly definitions: number
    readonly diagnostics: ReadonlyArray<Diagnostic>
  }
): After => {
  const known = before.state
  const stillGood: ReadonlyArray<Diagnostic> =
    known?.trust === undefined
      ? []
      : [{ code: coreCodes.lastGood, severity: "warning", message: engineText.lastGood(source.path) }]
  return {
    approved: before.approved,
    state: {
      source,
      digest: failure.digest,
      trust: known?.trust,
      definitions: failure.definitions,
      reported: known?.reported ?? 0,
      bindings: known?.bindings ?? [],
      diagnostics: inFile(source, [...failure.diagnostics, ...stillGood]),
      failed: true
    }
  }
}

/** What is left of a source that is gone: nothing of it is in force, and that is told. Rule: CORE-91 */
export const lostLoad = (known: SourceState): SourceState => ({
  ...known,
  digest: undefined,
  trust: undefined,
  definitions: 0,
  bindings: [],
  diagnostics: inFile(known.source, [
    { code: coreCodes.sourceGone, severity: "warning", message: engineText.sourceGone(known.source.path) }
  ]),
  failed: true
})

/** Whether a source has been lost already. Rule: CORE-91 */
export const isLost = ({ diagnostics }: SourceState): boolean =>
  diagnostics.some(({ code }) => code === coreCodes.sourceGone)

const fault = (message: string, detail: string): ReadonlyArray<Diagnostic> => [
  { code: coreCodes.fault, severity: "error", message: `${message} (${detail})` }
]

interface Loaded {
  readonly definitions: number
  readonly reported: number
  readonly bindings: ReadonlyArray<Binding>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  readonly failed: boolean
}

/** Reads a text and makes hooks of it; a throwing adapter is a failed load. */
const read = ({ adapter, profile, reading }: LoadContext, source: Source, text: string): Effect.Effect<Loaded> => {
  const failed = (step: "reading" | "binding", definitions: number) => (detail: string) =>
    Effect.succeed<Loaded>({
      definitions,
      reported: 0,
      bindings: [],
      diagnostics: fault(engineText.adapterFault(step, source.path), detail),
      failed: true
    })
  const parsed = Effect.map(
    Effect.suspend(() => adapter.parse(text)),
    (value) => ({ _tag: "Parsed", value }) as const
  )
  return Effect.flatMap(catchFault(parsed, failed("reading", 0)), (outcome) => {
    if (!("_tag" in outcome)) return Effect.succeed(outcome)
    const { definitions, findings, voided } = outcome.value
    if (voided)
      return Effect.succeed<Loaded>({ definitions, reported: 0, bindings: [], diagnostics: findings, failed: true })
    const bound = Effect.sync((): Loaded => {
      const made = adapter.bindings(outcome.value, { source, profile, reading })
      const diagnostics = [...findings, ...made.diagnostics.map((each) => ({ ...each, dependsOnHost: true }))]
      return { ...made, definitions, diagnostics, failed: made.voided === true }
    })
    return catchFault(bound, failed("binding", definitions))
  })
}

/** What may run of a source that was read, by its standing. Rule: CORE-14, CORE-58 */
const underTrust = (
  source: Source,
  loaded: Loaded,
  approved: ReadonlyArray<Binding> | undefined,
  trust: Trust
): Pick<SourceState, "bindings" | "diagnostics"> => {
  switch (trust._tag) {
    case "Approved":
      return loaded
    case "NotApproved": {
      const reason = engineText.notApproved(source.path)
      return {
        bindings: withhold(loaded.bindings, { reason, cause: "untrusted", denies: "strict" }),
        diagnostics: [
          ...loaded.diagnostics,
          { code: coreCodes.notApproved, severity: "warning", message: reason, hint: engineText.approveHint }
        ]
      }
    }
    case "Changed": {
      const reason = engineText.changed(source.path)
      return {
        bindings: withhold(guardsOf(loaded, approved), { reason, cause: "untrusted", denies: "always" }),
        diagnostics: [{ code: coreCodes.changed, severity: "warning", message: reason, hint: engineText.approveHint }]
      }
    }
  }
}

/** The guards of the approved version, or of this one where no other is known: somebody's guard is no less than none. */
const guardsOf = (loaded: Loaded, approved: ReadonlyArray<Binding> | undefined): ReadonlyArray<Binding> =>
  (approved ?? loaded.bindings).filter(isGuard)

/** An approval that cannot be looked up is our own fault: the guards deny, whatever the policy. Rule: CORE-11 */
const trustUnknown = (source: Source, loaded: Loaded, digest: string, before: Before, detail: string): After => {
  const reason = engineText.trustUnknown(source.path)
  return {
    approved: before.approved,
    state: {
      source,
      digest,
      trust: undefined,
      definitions: loaded.definitions,
      reported: loaded.reported,
      bindings: withhold(guardsOf(loaded, before.approved), { reason, cause: "engine", denies: "always" }),
      diagnostics: inFile(source, [
        { code: coreCodes.trustUnknown, severity: "error", message: `${reason} (${detail})` }
      ]),
      failed: true
    }
  }
}

const approvedAfter = (trust: Trust, loaded: Loaded, before: Before): ReadonlyArray<Binding> | undefined => {
  if (trust._tag === "Approved") return loaded.bindings
  return trust._tag === "Changed" ? before.approved : undefined
}

/** One attempt to load a source from its text. Rule: CORE-47, CORE-58 */
export const loadSource = (
  context: LoadContext,
  source: Source,
  text: SourceText,
  before: Before
): Effect.Effect<After> =>
  Effect.flatMap(read(context, source, text.text), (loaded) => {
    const { definitions } = loaded
    if (loaded.failed) {
      return Effect.succeed(failedLoad(source, before, { ...loaded, digest: text.digest }))
    }
    const assessed = Effect.map(
      Effect.suspend(() => context.trust.assess(source, text)),
      (trust): After => {
        const { bindings, diagnostics } = underTrust(source, loaded, before.approved, trust)
        return {
          approved: approvedAfter(trust, loaded, before),
          state: {
            source,
            digest: text.digest,
            trust,
            definitions,
            reported: loaded.reported,
            bindings,
            diagnostics: inFile(source, diagnostics),
            failed: false
          }
        }
      }
    )
    return catchFault(assessed, (detail) => Effect.succeed(trustUnknown(source, loaded, text.digest, before, detail)))
  })
