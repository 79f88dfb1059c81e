import { cleanText } from "@pawl/core"
import { type JsonNode, lastMember } from "@pawl/format-kit"
import type { AnswerField } from "../AnswerField.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { unreadMessages } from "./unreadMessages.ts"

/**
 * The two messages of an answer, not cleaned, and the given-up spellings that they were written in. `unread` are keys that
 * look like a message, where none is read.
 */
export interface Messages {
  readonly agent: string | undefined
  readonly user: string | undefined
  readonly olderSpellings: ReadonlyArray<string>
  readonly unread: ReadonlyArray<string>
}

/** An answer without a message. */
export const noMessages: Messages = { agent: undefined, user: undefined, olderSpellings: [], unread: [] }

/** Whether an answer says anything that can be shown. */
export const spoke = ({ agent, user }: Pick<Messages, "agent" | "user">): boolean =>
  [agent, user].some((text) => text !== undefined && cleanText(text) !== "")

/** The text under a key; undefined where there is none, or it is no text. */
export const textIn = (node: JsonNode | undefined, key: string): string | undefined => {
  const value = node === undefined ? undefined : lastMember(node, key)?.value
  return value?._tag === "String" ? value.value : undefined
}

const claudeReason = (node: JsonNode, { event }: DecodeContext): string | undefined =>
  event.claude === "permission"
    ? textIn(lastMember(node, "hookSpecificOutput")?.value, "permissionDecisionReason")
    : undefined

/**
 * The messages of an object, as far as its event documents them: a reason in Claude's shape stands in for the user's
 * message, and spellings that Cursor has given up stand in for what is absent, where the reading takes them.
 * Rule: CUR-42, CUR-48, CUR-53, CUR-63
 */
export const messagesOf = (node: JsonNode, context: DecodeContext): Messages => {
  const { event, facts } = context
  const olderSpellings: Array<string> = []
  const older = (key: string): string | undefined => {
    const text = facts.olderSpellings ? textIn(node, key) : undefined
    if (text !== undefined) olderSpellings.push(key)
    return text
  }
  const read = (field: AnswerField, olderKey: string): string | undefined =>
    event.answer.includes(field) ? (textIn(node, field) ?? older(olderKey)) : undefined
  const agent = read("agent_message", "agentMessage")
  const user = read("user_message", "userMessage") ?? claudeReason(node, context)
  const decision = event.olderDecision && textIn(node, "decision") !== undefined
  const reason = agent === undefined && user === undefined && decision ? older("reason") : undefined
  const said = { agent: agent ?? reason, user }
  return { ...said, olderSpellings, unread: spoke(said) ? [] : unreadMessages(node, context) }
}
