import { CursorAdapter } from "@pawl/adapter-cursor"
import * as Pawl from "@pawl/core"
import { compose, type HostDecision } from "@pawl/permission"
import { nodeHookRunner } from "@pawl/runner-node"
import { Effect, Layer } from "effect"

const host = Layer.succeed(Pawl.CurrentHost, { profile: Pawl.execProfile, roots: ["/repo"] })
const formats = Pawl.HookFormats.layer(CursorAdapter.layer)
// A project's hooks are code from a repository: with this layer nobody has approved any, and none of them runs.
const parts = Layer.mergeAll(host, formats, Pawl.TrustPolicy.layer, Pawl.Messenger.layer, nodeHookRunner())
export const engine = Pawl.HookDispatcher.layer.pipe(
  Layer.provideMerge(Pawl.HookRegistry.layer),
  Layer.provideMerge(parts)
)

/** What is to happen, from what the host would do by itself and what the hooks in force say. */
export const decide = Effect.fn("decide")(function* (moment: Pawl.Envelope, hostDecision: HostDecision) {
  const snapshot = yield* Pawl.HookRegistry.use((registry) => registry.snapshot)
  // Nothing runs past hooks that cannot be asked: what they would judge is denied.
  const policy = { ...Pawl.defaultRunPolicy, strict: Pawl.sourcesNotAsked(snapshot).length > 0 }
  const dispatcher = yield* Pawl.HookDispatcher
  const { boundary, merged } = yield* dispatcher.dispatch(moment, { policy, snapshot })
  const descriptor = Pawl.describeBoundary(Pawl.coreBoundaryTable, boundary)
  const { surface } = moment
  return compose({ merged, boundary: descriptor, hostDecision, surface, policy, approved: false })
})
