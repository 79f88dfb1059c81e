import {
  coreBoundaryTable,
  type DispatchOutcome,
  defaultRunPolicy,
  describeBoundary,
  type Envelope,
  HookDispatcher,
  HookFormats,
  type RunPolicy,
  registerBoundaries,
  supportOf
} from "@pawl/core"
import { compose, type Decision } from "@pawl/permission"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LoadedHooks } from "../hooks/loadHooks.ts"
import { toldHooks } from "../hooks/toldFindings.ts"
import { hosts } from "./choices.ts"
import type { KnownEvent } from "./findEvent.ts"
import { notAsked } from "./makeReport.ts"
import { isReported, neverReported, rewriteNotFollowed } from "./notes.ts"
import { notInScope } from "./notInScope.ts"
import type { FireCall } from "./parseCall.ts"

/** Asks the hooks once, about the moment as it came. Rule: CLI-47 to CLI-49 */
export const askHooks = Effect.fnUntraced(function* (
  event: KnownEvent["event"],
  call: FireCall,
  { context, snapshot }: LoadedHooks<HookDispatcher>,
  envelope: Envelope,
  root: string
) {
  const { boundary } = event
  if (!isReported(call.host, event)) {
    const why = neverReported(call.host, event)
    const outcome: DispatchOutcome = {
      ...notAsked(event, snapshot.revision),
      notMatched: (snapshot.byBoundary.get(boundary) ?? []).map(({ id }) => ({ binding: id, why })),
      diagnostics: [{ code: "pawl/never-reported", severity: "warning", message: `${why}, so that no hook was run` }]
    }
    const decision: Decision = { _tag: "None" }
    return { outcome, decision }
  }
  const policy: RunPolicy = { ...defaultRunPolicy, strict: call.strict }
  const dispatched = yield* Context.get(context, HookDispatcher).dispatch(envelope, { policy, snapshot })
  const told = toldHooks(snapshot)
  const found = dispatched.diagnostics.filter(({ binding }) => binding === undefined || !told.has(binding))
  const outcome: DispatchOutcome = {
    ...dispatched,
    notMatched: [...dispatched.notMatched, ...notInScope(snapshot, boundary, envelope, [root])],
    diagnostics: [...found, ...rewriteNotFollowed(dispatched)]
  }
  const table = registerBoundaries(
    coreBoundaryTable,
    [...(yield* HookFormats).values()].flatMap((adapter) => adapter.boundaries)
  )
  const decision = compose({
    merged: outcome.merged,
    boundary: describeBoundary(table, boundary),
    hostDecision: { _tag: "Execute" },
    surface: envelope.surface,
    policy,
    approved: false,
    // What the host does not honour was refused in the dispatch; what it does is shown, and the verdict stays what it is.
    honoursRewrite: supportOf(hosts[call.host], boundary).honours.includes("replacement-input")
  })
  return { outcome, decision }
})
