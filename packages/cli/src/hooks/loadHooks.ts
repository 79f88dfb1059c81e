import {
  byteLength,
  CurrentHost,
  HookDispatcher,
  HookRegistry,
  type HookRunner,
  type HostProfile,
  limits,
  type Messenger,
  OuterInvocations,
  type Snapshot,
  type TrustPolicy
} from "@pawl/core"
import { invocationsFrom } from "@pawl/runner-node"
import { type Discovery, installAll } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../Environment.ts"
import { HooksUnusable } from "./searchHooks.ts"

/** What the hooks of a call are run with: for which host, which files may run, by what, and who is told. Rule: CLI-9 */
export interface HookParts<R> {
  readonly profile: HostProfile
  readonly trust: Layer.Layer<TrustPolicy>
  readonly runner: Layer.Layer<HookRunner, never, R>
  readonly messenger: Layer.Layer<Messenger, never, R>
}

/** The hooks in force for a call, and what asks them. Rule: CLI-9 */
export interface LoadedHooks {
  readonly context: Context.Context<HookDispatcher | HookRegistry | Messenger>
  readonly snapshot: Snapshot
}

/** No nesting that is let through needs more, in bytes. */
const longestInvocations = 4_096

/**
 * The invocations that this call is nested in. A value so long that no hook can be started beside it would let every hook
 * fail while the command runs: it counts as nested too deep, which denies. Rule: CLI-27
 */
const outerInvocations = (variables: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  byteLength(variables.PAWL_INVOCATIONS ?? "") > longestInvocations
    ? Array.from({ length: limits.nesting }, (_, index) => `too-long-${index}`)
    : invocationsFrom(variables)

const engine = <R>(root: string, { messenger, profile, runner, trust }: HookParts<R>) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(messenger),
    Layer.provide(runner),
    Layer.provide(trust),
    Layer.provide(Layer.succeed(CurrentHost, { profile, roots: [root] })),
    Layer.provide(Layer.effect(OuterInvocations, Effect.map(Environment, outerInvocations)))
  )

/** Puts what was found in force. A file that nothing can be made of is no reason to go on without it. Rule: CLI-22 */
export const loadHooks = Effect.fnUntraced(function* <R>(discovery: Discovery, parts: HookParts<R>) {
  const context = yield* Layer.build(engine(discovery.root, parts))
  const notInstalled = yield* Effect.provide(installAll(discovery), context)
  if (notInstalled.length > 0) {
    return yield* new HooksUnusable({
      mistyped: false,
      diagnostics: notInstalled.flatMap(({ source, error }) =>
        error._tag === "SourceRejected"
          ? error.diagnostics
          : [{ code: "pawl/unknown-format", severity: "error" as const, message: error.message, file: source.path }]
      )
    })
  }
  const snapshot = yield* Context.get(context, HookRegistry).snapshot
  const loaded: LoadedHooks = { context, snapshot }
  return loaded
})
