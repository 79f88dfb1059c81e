import { byteLength, HookRegistry, limits, OuterInvocations, type Snapshot } from "@pawl/core"
import { invocationsFrom } from "@pawl/runner-node"
import { type Discovery, installAll } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../Environment.ts"
import { HooksUnusable } from "./searchHooks.ts"

/** No nesting that is let through needs more, in bytes. */
const longestInvocations = 4_096

const invocationsIn = (variables: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  byteLength(variables.PAWL_INVOCATIONS ?? "") > longestInvocations
    ? Array.from({ length: limits.nesting }, (_, index) => `too-long-${index}`)
    : invocationsFrom(variables)

/**
 * The invocations that this call is nested in. A value so long that no hook can be started beside it would let every hook
 * fail while the command runs: it counts as nested too deep, which denies. Rule: CLI-27
 */
export const outerInvocations = Layer.effect(OuterInvocations, Effect.map(Environment, invocationsIn))

/** The hooks in force for a call, and what asks them. Rule: CLI-9 */
export interface LoadedHooks<A> {
  readonly context: Context.Context<A | HookRegistry>
  /** As the hooks files were when the call began. */
  readonly snapshot: Snapshot
}

/** Puts what was found in force. A file that nothing can be made of is no reason to go on without it. Rule: CLI-22 */
export const loadHooks = Effect.fnUntraced(function* <A, R>(
  discovery: Discovery,
  engine: Layer.Layer<A | HookRegistry, never, R>
) {
  const context = yield* Layer.build(engine)
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
  const loaded: LoadedHooks<A> = { context, snapshot: yield* Context.get(context, HookRegistry).snapshot }
  return loaded
})
