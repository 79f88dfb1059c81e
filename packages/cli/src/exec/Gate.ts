import {
  CurrentHost,
  defaultRunPolicy,
  execProfile,
  GuardedFiles,
  HookDispatcher,
  type HookFormats,
  HookRegistry,
  type TrustPolicy
} from "@pawl/core"
import { ContinuationBudget, CurrentPolicy, type JudgeServices } from "@pawl/permission"
import { nodeHookRunner } from "@pawl/runner-node"
import { type Discovery, layerSourceCheck } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exitCodes } from "../ExitCode.ts"
import { type LoadedHooks, loadHooks, outerInvocations } from "../hooks/loadHooks.ts"
import { layerNarrator, type Narrator } from "./Narrator.ts"
import { notRunBecause } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"

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
    Layer.provideMerge(ContinuationBudget.layer),
    Layer.provide(outerInvocations)
  )

/** The words of a call that its gate is made by. */
export type GateCall = Pick<ExecCall, "quiet" | "strict">

/** The hooks in force for this call, and what asks them. Rule: CLI-9 */
export type Gate = LoadedHooks<Exclude<JudgeServices, HookFormats | HookRegistry> | Narrator>

/** Puts what was found in force; `trust` says which files may run. A file that nothing can be made of is a denial. Rule: CLI-22 */
export const makeGate = (call: GateCall, discovery: Discovery, trust: Layer.Layer<TrustPolicy>) =>
  loadHooks(discovery, engine(call, discovery, trust)).pipe(
    Effect.mapError(({ diagnostics }) => notRunBecause(exitCodes.denied, diagnostics))
  )
