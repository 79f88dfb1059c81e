import {
  bindingsOf,
  CurrentHost,
  execProfile,
  HookDispatcher,
  HookRegistry,
  Messenger,
  type Notice,
  OuterInvocations,
  type Snapshot,
  type TrustPolicy
} from "@pawl/core"
import { invocationsFrom, nodeHookRunner } from "@pawl/runner-node"
import { type Discovery, installAll } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../Environment.ts"
import { exitCodes } from "../ExitCode.ts"
import { Output } from "../Output.ts"
import { notRunBecause } from "./NotRun.ts"
import { noticeText } from "./report.ts"

/** What is for the person goes to stderr as it comes; findings are told beside what a dispatch has come to. */
const messenger = Layer.unwrap(
  Effect.map(Output, ({ err }) =>
    Messenger.layerTo((event) => (event._tag === "NoticeSent" ? err(noticeText(event.notice)) : Effect.void))
  )
)

const engine = (root: string, trust: Layer.Layer<TrustPolicy>) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(messenger),
    Layer.provide(nodeHookRunner()),
    Layer.provide(trust),
    Layer.provide(Layer.succeed(CurrentHost, { profile: execProfile, roots: [root] })),
    Layer.provide(Layer.effect(OuterInvocations, Effect.map(Environment, invocationsFrom)))
  )

/** The hooks in force for this call, and what asks them. Rule: CLI-9 */
export interface Gate {
  readonly context: Context.Context<HookDispatcher | HookRegistry | Messenger>
  readonly snapshot: Snapshot
}

/** Puts what was found in force; `trust` says which files may run. A file that nothing can be made of is a denial. Rule: CLI-22 */
export const makeGate = Effect.fnUntraced(function* (discovery: Discovery, trust: Layer.Layer<TrustPolicy>) {
  const context = yield* Layer.build(engine(discovery.root, trust))
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

/** How many hooks this call can ask before the command. */
export const guardsOf = ({ snapshot }: Gate): number =>
  bindingsOf(snapshot).filter(({ boundary }) => boundary === "tool.pre").length

/** Shows what hooks have to say to the person. Rule: CLI-15 */
export const sendNotices = ({ context }: Gate, notices: ReadonlyArray<Notice>): Effect.Effect<void> => {
  const { send } = Context.get(context, Messenger)
  return Effect.forEach(notices, (notice) => send({ _tag: "NoticeSent", notice }), { discard: true })
}
