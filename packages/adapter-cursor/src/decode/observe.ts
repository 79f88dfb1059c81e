import { actionOf, type HookEffects, limits, noEffects } from "@pawl/core"
import type { JsonObject } from "@pawl/format-kit"
import { answerFields } from "../AnswerField.ts"
import { pluginPaths } from "../extensions.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { message } from "./message.ts"
import { quietly } from "./quietly.ts"
import { documentedField } from "./readField.ts"

/** What one documented field of an observer's answer comes to. */
type Part = (root: JsonObject, context: DecodeContext) => Partial<HookEffects>

const modelContext: Part = (root, context) => {
  const raw = documentedField(root, "additional_context", answerFields.additional_context, context)
  const said = message(context, raw, limits.contextBytes)
  return said === undefined ? {} : { modelContext: said.text, diagnostics: said.diagnostics }
}

const sessionEnv: Part = (root, context) => {
  const variables = documentedField(root, "env", answerFields.env, context)
  return variables === undefined || Object.keys(variables).length === 0 ? {} : { sessionEnv: variables }
}

/** A new result, which Cursor documents for MCP tools alone; elsewhere the tighter readings refuse it. Rule: CUR-64, CUR-77 */
const replacementResult: Part = (root, context) => {
  const field = "updated_mcp_tool_output"
  const facts = answerFields[field]
  const value = documentedField(root, field, facts, context)
  if (value === undefined) return {}
  const isMcp = actionOf(context.envelope.payload)?._tag === "McpTool"
  return isMcp || !context.facts.rewriteOnlyWhereDocumented
    ? { replacementResult: value }
    : { unsupported: [{ channel: facts.channel, field }] }
}

const notice: Part = (root, context) => {
  const said = message(context, documentedField(root, "user_message", answerFields.user_message, context))
  if (said === undefined) return {}
  const { diagnostics, text } = said
  return { notices: [{ text, author: "hook", level: "info", binding: context.binding.id }], diagnostics }
}

const extension: Part = (root, context) => {
  const value = documentedField(root, "pluginPaths", answerFields.pluginPaths, context)
  return value === undefined || value.length === 0 ? {} : { extensions: [{ id: pluginPaths, value }] }
}

/** What the outcome of a run means at an event that only observes. Rule: CUR-76, CUR-77 */
export const decodeObserve = (context: DecodeContext): HookEffects =>
  quietly(context, (root) => {
    const added = modelContext(root, context)
    const shown = notice(root, context)
    return {
      ...noEffects,
      ...added,
      ...sessionEnv(root, context),
      ...replacementResult(root, context),
      ...shown,
      ...extension(root, context),
      diagnostics: [...(added.diagnostics ?? []), ...(shown.diagnostics ?? [])]
    }
  })
