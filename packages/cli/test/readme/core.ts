import { CursorAdapter } from "@pawl/adapter-cursor"
import * as Pawl from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import { Effect, Layer } from "effect"

const host = Layer.succeed(Pawl.CurrentHost, { profile: Pawl.execProfile, roots: ["/repo"] })
const formats = Pawl.HookFormats.layer(CursorAdapter.layer)
const parts = Layer.mergeAll(host, formats, Pawl.TrustPolicy.layer, Pawl.Messenger.layer, nodeHookRunner())
export const engine = Pawl.HookDispatcher.layer.pipe(Layer.provideMerge(Pawl.HookRegistry.layer), Layer.provide(parts))

/** What the hooks in force say to a moment; compose of @pawl/permission makes a decision of it. */
export const ask = Effect.fn("ask")(function* (moment: Pawl.Envelope) {
  const snapshot = yield* Pawl.HookRegistry.use((registry) => registry.snapshot)
  const dispatcher = yield* Pawl.HookDispatcher
  const outcome = yield* dispatcher.dispatch(moment, { policy: Pawl.defaultRunPolicy, snapshot })
  return outcome.merged // verdict, reasons, notices, and whatever else the hooks asked for
})
