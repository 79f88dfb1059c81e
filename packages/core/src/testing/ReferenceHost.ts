import * as Layer from "effect/Layer"
import { type Action, type CustomDenied, toolNameOf } from "../Action.ts"
import { CurrentHost } from "../CurrentHost.ts"
import { deniedEndingOf, referenceProfile } from "../HostProfile.ts"
import { sampleActions } from "./actions.ts"

/** One tool of the reference host: an action that calls it, and how the call ends when a hook denies it. Rule: CORE-4 */
export interface ReferenceTool {
  readonly name: string
  readonly action: Action
  readonly denied: CustomDenied
}

const tool = (action: Action): ReferenceTool => ({
  name: toolNameOf(action),
  action,
  denied: deniedEndingOf(referenceProfile, action)
})

const own = (name: string, denied: CustomDenied, input: Extract<Action, { readonly _tag: "Custom" }>["input"] = {}) =>
  tool({ _tag: "Custom", name, input, denied })

/**
 * Every tool of the reference host, in one table. `text`: the model reads the reason. `rejected`: the tool has an answer
 * for "no". `cancelled`: it has only its cancelled result, which tells the model nothing. `marker`: it has a single
 * result, which says that it was done. Where it is not `text`, the reason reaches the person only. Rule: CORE-4, CORE-29,
 * CORE-77
 */
export const referenceTools: ReadonlyArray<ReferenceTool> = [
  tool(sampleActions.ShellRun),
  tool(sampleActions.ShellInput),
  tool(sampleActions.ShellRead),
  tool(sampleActions.FileRead),
  tool(sampleActions.FileEdit),
  tool(sampleActions.FileDelete),
  tool(sampleActions.Grep),
  tool(sampleActions.Glob),
  tool(sampleActions.CodeSearch),
  tool(sampleActions.McpTool),
  tool(sampleActions.McpResource),
  tool(sampleActions.RunAgents),
  tool(sampleActions.WebFetch),
  tool(sampleActions.WebSearch),
  own("InsertCodeReviewComments", "text", { repo_path: "/repo", comments: [] }),
  own("ReadSkill", "text", { name: "release" }),
  own("SuggestNewConversation", "rejected"),
  own("SuggestPrompt", "cancelled"),
  own("WaitForEvents", "cancelled"),
  own("TransferShellCommandControlToUser", "cancelled"),
  own("InitProject", "marker"),
  own("OpenCodeReview", "marker")
]

/**
 * The reference host of the contract: what it reports and honours, and the tools of its product. Rule: CORE-29
 *
 * @example
 * ```ts
 * program.pipe(Effect.provide(referenceHost.layer(["/repo"])))
 * ```
 */
export const referenceHost = {
  profile: referenceProfile,
  tools: referenceTools,
  /** The process is the reference host, with these project roots. */
  layer: (roots: ReadonlyArray<string> = ["/repo"]): Layer.Layer<CurrentHost> =>
    Layer.succeed(CurrentHost, { profile: referenceProfile, roots })
} as const
