import { type Channel, coreBoundaries, type Gate } from "@pawl/core"
import type { ControlEffect, CursorEvent } from "./CursorEvent.ts"

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
