import type { JsonNode } from "@pawl/format-kit"
import type { AnswerField } from "../AnswerField.ts"
import type { ControlEffect } from "../CursorEvent.ts"
import { answerHint } from "./answerHint.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { textIn } from "./messagesOf.ts"

/** Keys of other events and of other agents' answers that authors write where a decision belongs. */
const otherDecisions = ["decision", "hookSpecificOutput", "continue"] as const

const has = (node: JsonNode, key: string): boolean =>
  node._tag === "Object" && node.members.some((member) => member.key === key)

/** Where an answer of the event has its decision. */
const decisions: { readonly [K in ControlEffect["_tag"]]?: AnswerField } = {
  Permission: "permission",
  PromptHalt: "continue"
}

/** What an author may have taken for an answer: the payload handed back, or the decision of another event. */
const taken = (objects: ReadonlyArray<JsonNode>, { event }: DecodeContext): string => {
  if (objects.some((node) => textIn(node, "hook_event_name") !== undefined)) {
    return "This is the payload that the hook was given; stdout is for its answer alone. "
  }
  const decision = decisions[event.control._tag]
  if (decision === undefined || objects.some((node) => has(node, decision))) return ""
  const keys = otherDecisions.filter((key) => objects.some((node) => has(node, key)))
  return keys.length === 0 ? "" : `${keys.map((key) => `"${key}"`).join(" and ")} cannot stand in for "${decision}". `
}

/** What to write instead of an answer that holds no decision, and what it was taken for. Rule: CUR-93 */
export const answerInstead = (objects: ReadonlyArray<JsonNode>, context: DecodeContext): string =>
  `${taken(objects, context)}${answerHint(context.event)}`
