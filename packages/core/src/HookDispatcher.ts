import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { coreBoundaryTable, registerBoundaries } from "./Boundary.ts"
import { CurrentHost, OuterInvocations } from "./CurrentHost.ts"
import { catchFault } from "./catchFault.ts"
import type { DispatchOutcome } from "./DispatchOutcome.ts"
import { dispatchWith } from "./dispatch.ts"
import type { Envelope } from "./Envelope.ts"
import type { HookFormatAdapter } from "./HookFormatAdapter.ts"
import { HookFormats } from "./HookFormats.ts"
import { HookRunner } from "./HookRunner.ts"
import { Messenger } from "./Messenger.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import { aliasNames, reservedPrefixes } from "./SessionEnvNames.ts"
import type { Snapshot } from "./Snapshot.ts"

/**
 * Takes one moment to every hook in force: all that match run at once, and their answers are merged in the order of the
 * pinned snapshot, whatever order they finished in. Interrupting it ends every hook and yields no outcome. It never
 * fails: our own faults are denials before an operation, halts on a prompt, reports afterwards. Rule: CORE-33, CORE-11
 *
 * @example
 * ```ts
 * const snapshot = yield* registry.snapshot
 * const outcome = yield* dispatcher.dispatch(envelope, { policy: defaultRunPolicy, snapshot })
 * outcome.merged.verdict // None, Allow, Ask or Deny
 * ```
 */
export class HookDispatcher extends Context.Service<
  HookDispatcher,
  {
    readonly dispatch: (
      envelope: Envelope,
      options: { readonly policy: RunPolicy; readonly snapshot: Snapshot }
    ) => Effect.Effect<DispatchOutcome>
  }
>()("@pawl/core/HookDispatcher") {
  /** The dispatcher of a process: it knows the moments of core and of every format that was given. */
  static readonly layer: Layer.Layer<HookDispatcher, never, HookFormats | HookRunner | CurrentHost | Messenger> =
    Layer.effect(
      HookDispatcher,
      Effect.gen(function* () {
        const formats = yield* HookFormats
        const outerHere = yield* OuterInvocations
        const adapters = [...formats.values()]
        // An adapter that fails here fails again, and is answered, at each hook of its own.
        const ofEach = (names: (adapter: HookFormatAdapter["Service"]) => ReadonlyArray<string>) =>
          Effect.map(
            Effect.forEach(adapters, (adapter) =>
              catchFault(
                Effect.sync(() => names(adapter)),
                () => Effect.succeed([])
              )
            ),
            (all) => all.flat()
          )
        const dispatch = dispatchWith({
          formats,
          runner: yield* HookRunner,
          host: yield* CurrentHost,
          messenger: yield* Messenger,
          boundaries: registerBoundaries(
            coreBoundaryTable,
            adapters.flatMap((adapter) => adapter.boundaries)
          ),
          reserved: yield* ofEach(reservedPrefixes),
          aliasNames: yield* ofEach(aliasNames),
          // Given to this layer or to the caller: how deep we are must not depend on which.
          outerInvocations: Effect.map(OuterInvocations, (outer) =>
            outer.length >= outerHere.length ? outer : outerHere
          )
        })
        return { dispatch }
      })
    )
}
