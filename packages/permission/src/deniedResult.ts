import {
  type Action,
  ActionFailure,
  type ActionKind,
  type CustomDenied,
  capText,
  cleanText,
  deniedEndingOf,
  type HostProfile,
  limits,
  type Reason
} from "@pawl/core"
import * as Schema from "effect/Schema"

/**
 * What a denied call ends with. `Failure` is how a shell command ends that was not run; `Text` is the tool's own error, or
 * its own word for a denial; `Rejected` its answer for "no"; `Cancelled` its cancelled result, which tells the model
 * nothing; `Marker` its only result, by which the model believes that it was done. Rule: PERM-40
 */
export const DeniedResult = Schema.TaggedUnion({
  Failure: { failure: ActionFailure },
  Text: { text: Schema.String },
  Rejected: {},
  Cancelled: {},
  Marker: {}
}).annotate({ identifier: "DeniedResult" })
export type DeniedResult = typeof DeniedResult.Type

/** A denied call: what it ends with, and whether the model gets to read why, or only the person. Rule: PERM-40, PERM-42 */
export interface DeniedCall {
  readonly result: DeniedResult
  readonly reasonReaches: "model" | "person"
}

/** Where a kind of action has room for the reason: in the failure of its command, or in a text of its own. Rule: PERM-40 */
const rooms: { readonly [K in ActionKind]: "failure" | "text" } = {
  ShellRun: "failure",
  ShellInput: "failure",
  ShellRead: "failure",
  FileRead: "text",
  FileEdit: "text",
  FileDelete: "text",
  Grep: "text",
  Glob: "text",
  CodeSearch: "text",
  McpTool: "text",
  McpResource: "text",
  RunAgents: "text",
  WebFetch: "text",
  WebSearch: "text",
  Custom: "text"
}

/** How the text of a denial begins, by whose denial it is. Rule: PERM-41 */
export const DENIED_BY_HOOK_PREFIX = "Denied by agent hook: "
const deniedByHostPrefix = "Denied by the host: "

/** The words of a reason as anybody may read them; a denial is never without any. Rule: PERM-41 */
const wordsOf = ({ text }: Reason): string => capText(cleanText(text), limits.reasonBytes).text || "no reason was given"

/**
 * Why a call that was denied has no result, as the hooks of `tool.failure` are told: the reason by itself, because the
 * kind of failure says whose denial it is. Rule: PERM-40, PERM-41
 */
export const deniedFailure = (reason: Reason): ActionFailure => ({
  _tag: reason.author === "host" ? "DeniedByHost" : "DeniedByHook",
  message: wordsOf(reason)
})

const textOf = (reason: Reason): string =>
  `${reason.author === "host" ? deniedByHostPrefix : DENIED_BY_HOOK_PREFIX}${wordsOf(reason)}`

const endings: {
  readonly [E in CustomDenied]: (action: Action, reason: Reason) => DeniedCall
} = {
  text: (action, reason) => ({
    result:
      rooms[action._tag] === "failure"
        ? { _tag: "Failure", failure: deniedFailure(reason) }
        : { _tag: "Text", text: textOf(reason) },
    reasonReaches: "model"
  }),
  rejected: () => ({ result: { _tag: "Rejected" }, reasonReaches: "person" }),
  cancelled: () => ({ result: { _tag: "Cancelled" }, reasonReaches: "person" }),
  marker: () => ({ result: { _tag: "Marker" }, reasonReaches: "person" })
}

/**
 * What the call of an action ends with when it is denied, so that the loop of the agent goes on with something that is
 * true as far as the tool has a word for it. The host's profile says which of its tools have no room for a reason. The
 * person is told by the notice of the denial in any case. Rule: PERM-40 to PERM-42
 *
 * @example
 * ```ts
 * deniedResult({ _tag: "WebFetch", url }, decision.reason, profile)
 * // { result: { _tag: "Text", text: "Denied by agent hook: not this site" }, reasonReaches: "model" }
 * ```
 */
export const deniedResult = (action: Action, reason: Reason, profile: HostProfile): DeniedCall =>
  endings[deniedEndingOf(profile, action)](action, reason)
