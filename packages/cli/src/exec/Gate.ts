import { bindingsOf, execProfile, Messenger, type Notice, type TrustPolicy } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import type { Discovery } from "@pawl/sources"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exitCodes } from "../ExitCode.ts"
import { type LoadedHooks, loadHooks } from "../hooks/loadHooks.ts"
import { Output } from "../Output.ts"
import { notRunBecause } from "./NotRun.ts"
import { noticeText } from "./report.ts"

/** What is for the person goes to stderr as it comes; findings are told beside what a dispatch has come to. */
const messenger = Layer.unwrap(
  Effect.map(Output, ({ err }) =>
    Messenger.layerTo((event) => (event._tag === "NoticeSent" ? err(noticeText(event.notice)) : Effect.void))
  )
)

/** The hooks in force for this call, and what asks them. Rule: CLI-9 */
export type Gate = LoadedHooks

/** Puts what was found in force; `trust` says which files may run. A file that nothing can be made of is a denial. Rule: CLI-22 */
export const makeGate = (discovery: Discovery, trust: Layer.Layer<TrustPolicy>) =>
  loadHooks(discovery, { profile: execProfile, trust, runner: nodeHookRunner(), messenger }).pipe(
    Effect.mapError(({ diagnostics }) => notRunBecause(exitCodes.denied, diagnostics))
  )

/** How many hooks this call can ask before the command. */
export const guardsOf = ({ snapshot }: Gate): number =>
  bindingsOf(snapshot).filter(({ boundary }) => boundary === "tool.pre").length

/** Shows what hooks have to say to the person. Rule: CLI-15 */
export const sendNotices = ({ context }: Gate, notices: ReadonlyArray<Notice>): Effect.Effect<void> => {
  const { send } = Context.get(context, Messenger)
  return Effect.forEach(notices, (notice) => send({ _tag: "NoticeSent", notice }), { discard: true })
}
