import { HookDispatcher, HookRegistry, Messenger } from "@pawl/core"
import { CurrentPolicy } from "@pawl/permission"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Gate } from "./Gate.ts"
import { after, failed, type Run } from "./moment.ts"
import type { CommandEnding } from "./runCommand.ts"

/** What has become of a command: it was denied, or how it ended and how long it took. Rule: CLI-18 */
export type AfterCommand =
  | { readonly _tag: "DeniedByHook" | "DeniedByHost"; readonly message: string }
  | (CommandEnding & { readonly durationMs: number })

const moment = (run: Run, what: AfterCommand) => {
  switch (what._tag) {
    case "DeniedByHook":
    case "DeniedByHost":
      return failed(run, what)
    case "Exited":
      return after(run, { _tag: "ShellResult", state: "finished", exitCode: what.code }, what.durationMs)
    case "Signalled":
      return failed(run, { _tag: "Cancelled", message: `the command died of ${what.signal}` }, what.durationMs)
    case "NotStarted":
      return failed(
        run,
        { _tag: "Failed", message: `the command could not be started (${what.errno})` },
        what.durationMs
      )
  }
}

/** Tells the hooks in force what has become of the command; they are told under the configuration of now. Rule: CLI-18 */
export const afterwards = Effect.fnUntraced(function* (gate: Gate, run: Run, what: AfterCommand) {
  const { context } = gate
  const policy = yield* Context.get(context, CurrentPolicy).get
  const snapshot = yield* Context.get(context, HookRegistry).snapshot
  const outcome = yield* Context.get(context, HookDispatcher).dispatch(yield* moment(run, what), { policy, snapshot })
  const { send } = Context.get(context, Messenger)
  yield* Effect.forEach(outcome.merged.notices, (notice) => send({ _tag: "NoticeSent", notice }), { discard: true })
})
