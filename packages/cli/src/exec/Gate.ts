import {
  byteLength,
  CurrentHost,
  defaultRunPolicy,
  execProfile,
  GuardedFiles,
  HookDispatcher,
  type HookFormats,
  HookRegistry,
  limits,
  OuterInvocations,
  type Snapshot,
  type TrustPolicy
} from "@pawl/core"
import { CurrentPolicy, type JudgeServices } from "@pawl/permission"
import { invocationsFrom, nodeHookRunner } from "@pawl/runner-node"
import { type Discovery, installAll, layerSourceCheck } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../Environment.ts"
import { exitCodes } from "../ExitCode.ts"
import { notRunBecause } from "./NotRun.ts"
import { layerNarrator, type Narrator } from "./narrate.ts"
import type { ExecCall } from "./parseCall.ts"

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

const engine = (call: GateCall, discovery: Discovery, trust: Layer.Layer<TrustPolicy>) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(layerSourceCheck(discovery)),
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(layerNarrator({ quiet: call.quiet, notSearched: discovery.notSearched })),
    // Without hooks nothing is ever run, and FIFOs would be made for nobody.
    Layer.provide(nodeHookRunner(discovery.candidates.length === 0 ? { output: "socket" } : {})),
    Layer.provide(trust),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: execProfile, roots: [discovery.root] })),
    Layer.provideMerge(CurrentPolicy.layer({ ...defaultRunPolicy, strict: call.strict })),
    // What a command does to files cannot be seen before it runs: no edit or delete ever comes here.
    Layer.provideMerge(GuardedFiles.layerNone),
    Layer.provide(Layer.effect(OuterInvocations, Effect.map(Environment, outerInvocations)))
  )

/** The words of a call that its gate is made by. */
export type GateCall = Pick<ExecCall, "quiet" | "strict">

/** The hooks in force for this call, and what asks them. Rule: CLI-9 */
export interface Gate {
  readonly context: Context.Context<Exclude<JudgeServices, HookFormats> | Narrator>
  /** As the hooks files were when the call began. */
  readonly snapshot: Snapshot
}

/** Puts what was found in force; `trust` says which files may run. A file that nothing can be made of is a denial. Rule: CLI-22 */
export const makeGate = Effect.fnUntraced(function* (
  call: GateCall,
  discovery: Discovery,
  trust: Layer.Layer<TrustPolicy>
) {
  const context = yield* Layer.build(engine(call, discovery, trust))
  const notInstalled = yield* Effect.provide(installAll(discovery), context)
  if (notInstalled.length > 0) {
    return yield* notRunBecause(
      exitCodes.denied,
      notInstalled.flatMap(({ source, error }) =>
        error._tag === "SourceRejected"
          ? error.diagnostics
          : [{ code: "pawl/unknown-format", severity: "error" as const, message: error.message, file: source.path }]
      )
    )
  }
  const snapshot = yield* Context.get(context, HookRegistry).snapshot
  const gate: Gate = { context, snapshot }
  return gate
})
