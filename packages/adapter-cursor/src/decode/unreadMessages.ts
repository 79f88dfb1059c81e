import { type JsonNode, lastMember } from "@pawl/format-kit"
import type { DecodeContext } from "./DecodeContext.ts"

const looksLikeMessage = /message|reason/iu

const textKeys = (node: JsonNode | undefined): ReadonlyArray<string> =>
  node?._tag === "Object"
    ? node.members.flatMap(({ key, value }) => (value._tag === "String" && looksLikeMessage.test(key) ? [key] : []))
    : []

/** The keys under which an answer's messages are read, as a person has to write them. Rule: CUR-42 */
export const readMessages = ({ event }: DecodeContext): ReadonlyArray<string> =>
  event.answer.filter((field) => field.endsWith("_message"))

/**
 * Keys of an answer that look like a message and are read nowhere, so that an author learns why a denial came without a
 * reason. Rule: CUR-53
 */
export const unreadMessages = (node: JsonNode, context: DecodeContext): ReadonlyArray<string> => {
  const read = readMessages(context)
  if (read.length === 0) return []
  const readNested = context.event.claude === "permission" ? ["permissionDecisionReason"] : []
  return [
    ...textKeys(node).filter((key) => !read.includes(key)),
    ...textKeys(lastMember(node, "hookSpecificOutput")?.value)
      .filter((key) => !readNested.includes(key))
      .map((key) => `hookSpecificOutput.${key}`)
  ]
}
