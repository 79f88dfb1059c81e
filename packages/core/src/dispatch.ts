import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { announce, announceEnd, tell } from "./announce.ts"
import type { BindingId } from "./Binding.ts"
import { type BoundaryDescriptor, type BoundaryTable, describeBoundary } from "./Boundary.ts"
import type { CurrentHost } from "./CurrentHost.ts"
import { catchFault } from "./catchFault.ts"
import type { DispatchOutcome } from "./DispatchOutcome.ts"
import { dispatchCount } from "./dispatchCount.ts"
import type { MergedEffects } from "./Effects.ts"
import { withheldEffects } from "./EngineFault.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { Envelope } from "./Envelope.ts"
import { denyForFailedSources, failedSourceDiagnostics } from "./FailedSources.ts"
import type { HookFormatAdapter } from "./HookFormatAdapter.ts"
import type { HookRunner } from "./HookRunner.ts"
import { supportOf } from "./HostProfile.ts"
import type { InvocationRecord } from "./InvocationRecord.ts"
import { invokeHook, type Turn } from "./invokeHook.ts"
import { LeftBehind, leftFinding } from "./LeftBehind.ts"
import { limits } from "./Limits.ts"
import type { Messenger } from "./Messenger.ts"
import { type Moment, momentOf } from "./momentOf.ts"
import { boundaryOf } from "./Payload.ts"
import { type Progress, receiptOf } from "./Receipts.ts"
import { alsoDeny, alsoHalt, nothingMerged, reduce } from "./Reducer.ts"
import { refuse } from "./Refusal.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import { type Rewritten, rewrite, withoutUnchanged } from "./rewrite.ts"
import type { Snapshot } from "./Snapshot.ts"
import { type Matched, type Selected, selectHooks } from "./selectHooks.ts"
import { spanned } from "./spanned.ts"

/** What a dispatcher works with. */
export interface Engine {
  readonly formats: ReadonlyMap<string, HookFormatAdapter["Service"]>
  readonly runner: HookRunner["Service"]
  readonly host: CurrentHost["Service"]
  readonly messenger: Messenger["Service"]
  readonly boundaries: BoundaryTable
  /** Prefixes of session variables that some format keeps to itself. */
  readonly reserved: ReadonlyArray<string>
  /** Variables under which some format carries the identity. */
  readonly aliasNames: ReadonlyArray<string>
  readonly outerInvocations: Effect.Effect<ReadonlyArray<string>>
}

type Fault = Parameters<typeof withheldEffects>[1]

const nobody: Selected = { matched: [], notMatched: [], diagnostics: [] }

/** What stands in for the answers of all hooks when they could not be had. Rule: CORE-11 */
const mergedFault = (boundary: BoundaryDescriptor, fault: Fault): MergedEffects => {
  const { diagnostics, halt, reasons, verdict } = withheldEffects(boundary, fault)
  const [reason] = reasons
  const told = { ...nothingMerged, diagnostics }
  if (verdict === "deny" && reason !== undefined) return alsoDeny(told, reason)
  return halt === undefined ? told : alsoHalt(told, halt)
}

const dispatchFault = (boundary: BoundaryDescriptor, detail: string): MergedEffects => {
  const merged = mergedFault(boundary, { text: engineText.dispatchFault, cause: "engine", code: coreCodes.fault })
  const told = { code: coreCodes.faultDetail, severity: "error", message: detail } as const
  return { ...merged, diagnostics: [...merged.diagnostics, told] }
}

const outcomeOf = (
  moment: Moment,
  { action, merged }: Rewritten,
  selected: Selected,
  records: ReadonlyArray<InvocationRecord>
): DispatchOutcome => ({
  boundary: moment.boundary.id,
  revision: moment.revision,
  merged,
  ...(action === undefined ? {} : { rewritten: action }),
  records,
  notMatched: selected.notMatched,
  diagnostics: [...failedSourceDiagnostics(moment.failed), ...selected.diagnostics, ...merged.diagnostics]
})

/** Merges, refuses, reads a replaced input, and denies for what could not be loaded. */
const settle = (
  engine: Engine,
  moment: Moment,
  selected: Selected,
  records: ReadonlyArray<InvocationRecord>
): Effect.Effect<DispatchOutcome> => {
  const { boundary, policy } = moment
  const { profile } = engine.host
  const { surface } = moment.envelope
  const { reserved } = engine
  const order = records.map((record) => record.binding)
  const adapterOf = (id: BindingId) => {
    const asked = selected.matched.find(({ binding }) => binding.id === id)
    return asked?._tag === "Ask" ? asked.adapter : undefined
  }
  const merged = catchFault(
    Effect.sync((): Rewritten => {
      const honours = supportOf(profile, boundary.id).honours.includes("replacement-input")
      const answers = honours ? withoutUnchanged(records, moment.envelope, adapterOf) : records
      const effects = refuse(reduce(answers), { boundary, profile, surface, policy, order, reserved })
      return rewrite(effects, boundary, moment.envelope, adapterOf)
    }),
    (detail) => Effect.succeed<Rewritten>({ merged: dispatchFault(boundary, detail) })
  )
  return Effect.map(merged, (effects) => {
    const settled = denyForFailedSources(effects.merged, moment.failed, boundary, policy)
    return outcomeOf(moment, { ...effects, merged: settled }, selected, records)
  })
}

const invokeSpan =
  ({ binding }: Matched) =>
  () => ({ "pawl.binding": binding.id, "pawl.event": binding.event, "pawl.format": binding.format })

const dispatchSpan = (moment: Moment, selected: Selected) => () => ({
  "pawl.boundary": moment.boundary.id,
  "pawl.revision": moment.revision,
  "pawl.action": moment.envelope.actionId ?? "",
  "pawl.candidates": moment.candidates.length,
  "pawl.matched": selected.matched.length
})

/** Asks every hook that matches at once. The answers keep snapshot order, whatever order they come in. */
const askAll = (
  engine: Engine,
  selected: Selected,
  turn: Turn,
  progress: Progress
): Effect.Effect<ReadonlyArray<InvocationRecord>> =>
  Effect.forEach(
    selected.matched,
    (hook) =>
      Effect.tap(spanned(invokeHook(hook, turn), "HookDispatcher.invoke", invokeSpan(hook)), (record) => {
        const receipt = receiptOf(record)
        progress.receipts.push(receipt)
        return tell(engine.messenger, { _tag: "InvocationEnded", receipt })
      }),
    // The runner bounds how many processes there are; it knows which of them may not wait.
    { concurrency: "unbounded" }
  )

/** A moment that is nested too deep is judged by nobody, which must not let it pass. Rule: CORE-48 */
const nested = (moment: Moment, depth: number): DispatchOutcome => {
  const text = engineText.nested(depth)
  return outcomeOf(
    moment,
    { merged: mergedFault(moment.boundary, { text, cause: "engine", code: coreCodes.nested }) },
    { ...nobody, notMatched: moment.candidates.map(({ binding }) => ({ binding: binding.id, why: text })) },
    []
  )
}

const evaluate = (engine: Engine, moment: Moment, progress: Progress): Effect.Effect<DispatchOutcome> => {
  const { boundary, candidates, envelope, policy } = moment
  const { aliasNames, reserved, runner } = engine
  if (candidates.length === 0) return settle(engine, moment, nobody, [])
  return Effect.flatMap(engine.outerInvocations, (outerInvocations) => {
    if (outerInvocations.length >= limits.nesting) return Effect.succeed(nested(moment, outerInvocations.length))
    return Effect.flatMap(selectHooks(engine.formats, boundary, envelope, candidates), (selected) => {
      progress.matched = selected.matched.length
      if (selected.matched.length === 0) return settle(engine, moment, selected, [])
      const onStart = () => {
        progress.started = true
      }
      const turn: Turn = { runner, boundary, envelope, policy, outerInvocations, reserved, aliasNames, onStart }
      const tellLeft = (binding: BindingId, processes: ReadonlyArray<number>) =>
        tell(engine.messenger, { _tag: "DiagnosticFound", diagnostic: leftFinding(binding, processes) })
      const asked = Effect.flatMap(askAll(engine, selected, turn, progress), (records) =>
        settle(engine, moment, selected, records)
      )
      return spanned(
        Effect.provideService(asked, LeftBehind, tellLeft),
        "HookDispatcher.dispatch",
        dispatchSpan(moment, selected)
      )
    })
  })
}

const take = (engine: Engine, moment: Moment): Effect.Effect<DispatchOutcome> =>
  Effect.flatMap(Clock.currentTimeMillis, (beganAt) => {
    const progress: Progress = {
      beganAt,
      candidates: moment.candidates.length,
      matched: 0,
      started: false,
      ended: false,
      receipts: []
    }
    return catchFault(evaluate(engine, moment, progress), (detail) =>
      Effect.succeed(outcomeOf(moment, { merged: dispatchFault(moment.boundary, detail) }, nobody, []))
    ).pipe(
      Effect.tap((outcome) => announce(engine.messenger, moment, progress, outcome)),
      Effect.onInterrupt(() =>
        progress.started && !progress.ended ? announceEnd(engine.messenger, moment, progress, undefined) : Effect.void
      )
    )
  })

const countDispatch = Metric.update(dispatchCount, 1)

/**
 * Takes one moment to the hooks that it concerns. A moment that concerns none costs a look into two tables. It has no
 * error: what goes wrong in here is a denial before an operation, a halt of a prompt, a report afterwards.
 * Rule: CORE-33, CORE-11, CORE-60
 */
export const dispatchWith =
  (engine: Engine) =>
  (
    envelope: Envelope,
    options: { readonly policy: RunPolicy; readonly snapshot: Snapshot }
  ): Effect.Effect<DispatchOutcome> => {
    // What is not known yet counts as before an operation.
    let boundary = describeBoundary(new Map(), "unknown")
    return catchFault(
      Effect.flatMap(countDispatch, () => {
        boundary = describeBoundary(engine.boundaries, boundaryOf(envelope.payload))
        const moment = momentOf(engine.host, boundary, envelope, options)
        return moment.candidates.length === 0 && moment.failed.length === 0
          ? Effect.succeed(outcomeOf(moment, { merged: nothingMerged }, nobody, []))
          : take(engine, moment)
      }),
      (detail) => {
        const { policy, snapshot } = options
        const moment = { boundary, envelope, policy, revision: snapshot.revision, candidates: [], failed: [] }
        const outcome = outcomeOf(moment, { merged: dispatchFault(boundary, detail) }, nobody, [])
        return Effect.flatMap(Clock.currentTimeMillis, (beganAt) =>
          Effect.as(
            announce(
              engine.messenger,
              moment,
              { beganAt, candidates: 0, matched: 0, started: false, ended: false, receipts: [] },
              outcome
            ),
            outcome
          )
        )
      }
    )
  }
