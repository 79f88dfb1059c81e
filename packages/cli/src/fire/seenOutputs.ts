import { HookRunner, type ProcessOutcome } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What each hook has written to stdout, by the hook's id: records do not keep it, and an author has to see it. Rule: CLI-51 */
export type SeenOutputs = Map<string, ProcessOutcome["stdout"]>

/** The runner of hooks, which notes what they write. */
export const notingRunner = (seen: SeenOutputs): Layer.Layer<HookRunner> =>
  Layer.effect(
    HookRunner,
    Effect.map(HookRunner, ({ run }) => ({
      run: (invocation) =>
        Effect.tap(run(invocation), ({ stdout }) => Effect.sync(() => seen.set(invocation.binding, stdout)))
    }))
  ).pipe(Layer.provide(nodeHookRunner()))
