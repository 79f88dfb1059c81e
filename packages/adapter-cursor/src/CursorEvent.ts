import { type Channel, type CoreBoundaryId, coreBoundaries, type Facet, type Gate } from "@pawl/core"
import type { AnswerField } from "./AnswerField.ts"

/**
 * What `ask` means on a permission event: a question, no opinion (a question under the strict policy), a denial, or a
 * word that the event does not know. Rule: CUR-41
 */
export type AskRule = "asks" | "no-opinion" | "denies" | "unknown-word"

/**
 * What an answer can do at an event. `noun` is what a reason written by the engine calls the thing that was judged;
 * `denyOnlyMessage` says that Cursor shows `user_message` only with a denial. Rule: CUR-1
 */
export type ControlEffect =
  | {
      readonly _tag: "Permission"
      readonly noun: string
      readonly denyOnlyMessage: boolean
      readonly ask: AskRule
    }
  | { readonly _tag: "PromptHalt" }
  | { readonly _tag: "FollowUp" }
  | { readonly _tag: "Observe" }

/** What a matcher is tested against: a view of the payload, a fixed word, or nothing at all. Rule: CUR-30 */
export type MatcherTarget =
  | { readonly _tag: "ToolName" }
  | { readonly _tag: "ShellCommand" }
  | { readonly _tag: "McpTool" }
  | { readonly _tag: "SubagentType" }
  | { readonly _tag: "Word"; readonly word: string }
  | { readonly _tag: "Everything" }

/** The facts of one event; everything else in this package reads them here. Rule: CUR-1 */
export interface CursorEvent {
  readonly name: string
  readonly boundary: CoreBoundaryId
  /** The view of the boundary that the event is limited to. */
  readonly facet?: Facet
  readonly target: MatcherTarget
  /** The fields that Cursor documents for the answer. */
  readonly answer: ReadonlyArray<AnswerField>
  /** Fields that Cursor documents as accepted without effect. */
  readonly ignored: ReadonlyArray<AnswerField>
  /** What the documented fields feed. */
  readonly channels: ReadonlyArray<Channel>
  readonly control: ControlEffect
  /** What of Claude's answers Cursor translates here. */
  readonly claude: "permission" | "follow-up" | "nothing"
  /** Whether the event once took `decision` with `reason` where it takes `permission` now. */
  readonly olderDecision: boolean
  /** Whether this version matches, encodes and decodes the event; the others are parsed and reported. */
  readonly evaluated: boolean
}

const gates: { readonly [K in ControlEffect["_tag"]]: Gate } = {
  Permission: "verdict",
  PromptHalt: "halt",
  FollowUp: "continuation",
  Observe: "none"
}

/** What an answer at an event can do at most, whatever the host. Rule: CUR-3 */
export const gateOf = (event: CursorEvent): Gate => gates[event.control._tag]

/** The channel that a host honours when it takes what a gate is for. Rule: CUR-3 */
export const gateChannels: { readonly [G in Exclude<Gate, "none">]: Channel } = {
  verdict: "verdict",
  halt: "halt",
  continuation: "continuation"
}

/** Whether an answer can keep something from happening: a permission event, or a prompt that can be held. Rule: CUR-3 */
export const canBlock = (event: CursorEvent): boolean =>
  event.control._tag === "Permission" || event.control._tag === "PromptHalt"

/**
 * What an answer that does not fit the event means: a denial on a permission event, even when the definition fails
 * open; what the definition says on a prompt; nothing elsewhere. Rule: CUR-4
 */
export const malformedMeans = (event: CursorEvent): "denial" | "failure" | "nothing" =>
  event.control._tag === "Permission" ? "denial" : event.control._tag === "PromptHalt" ? "failure" : "nothing"

/** What no output means: a missing decision where the hook decides something, the normal answer elsewhere. Rule: CUR-4 */
export const emptyMeans = (event: CursorEvent): "failure" | "nothing" => (canBlock(event) ? "failure" : "nothing")

/** The time, in milliseconds, that a definition without a `timeout` gets: its boundary's. Rule: CUR-5 */
export const defaultTimeoutMs = (event: CursorEvent): number => coreBoundaries[event.boundary].defaultTimeoutMs
