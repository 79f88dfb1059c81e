import type { Diagnostic } from "@pawl/core"
import { type JsonNode, lastMember } from "@pawl/format-kit"
import { type DecodeContext, told } from "./DecodeContext.ts"

/** Keys that look like a message and are read nowhere, so that an author learns why a denial came without a reason. */
export const unreadMessages = (node: JsonNode, context: DecodeContext): ReadonlyArray<Diagnostic> => {
  const looksLike = /message|reason/iu
  const keys = (object: JsonNode, known: ReadonlyArray<string>, prefix: string): ReadonlyArray<string> =>
    object._tag === "Object"
      ? object.members
          .filter(({ key, value }) => value._tag === "String" && looksLike.test(key) && !known.includes(key))
          .map(({ key }) => `"${prefix}${key}"`)
      : []
  const nested = lastMember(node, "hookSpecificOutput")?.value
  const unread = [
    ...keys(node, context.event.answer, ""),
    ...(nested === undefined ? [] : keys(nested, ["permissionDecisionReason"], "hookSpecificOutput."))
  ]
  const read = context.event.answer.filter((field) => field.endsWith("_message")).map((field) => `"${field}"`)
  return unread.length === 0 || read.length === 0
    ? []
    : [told(context, "cursor/unread-field", `${unread.join(", ")} is not read`, `Write ${read.join(" or ")}.`)]
}
