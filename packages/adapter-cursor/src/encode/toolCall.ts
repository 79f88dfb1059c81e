import type { Action, Envelope } from "@pawl/core"
import * as Equal from "effect/Equal"
import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { readToolCall } from "../replay/readToolCall.ts"
import { toolNames } from "../toolNames.ts"
import { marks } from "./redacted.ts"
import { toolInput } from "./toolInput.ts"
import { isShallow } from "./writable.ts"

/** A tool call as hooks get to see it. */
export interface ToolCall {
  readonly name: string
  readonly input: Schema.Json
}

/** Under this name an envelope keeps what the tool of a captured payload was called. Rule: CUR-57 */
export const toolNameFact = "cursor/tool_name"

/** What a tool's input can say of an action: not how it ended up here, nor which server it belongs to. */
const said = (action: Action): object => {
  if (action._tag === "McpTool") return { _tag: action._tag, tool: action.tool, input: action.input }
  if (action._tag === "Custom") return { _tag: action._tag, name: action.name, input: action.input }
  return Struct.omit(action, ["raw", "secretFields", "binaryFields"])
}

/**
 * The host's own JSON of the call, while it decodes to exactly this action: a rewrite that left it behind would show
 * hooks another call than the one that will run. Rule: CUR-37, CUR-65
 */
export const verbatim = (action: Action, envelope: Envelope): ToolCall | undefined => {
  const { raw } = action
  if (raw === undefined || !isShallow(raw)) return undefined
  const names = toolNames(action)
  const captured = envelope.facts.vendor?.[toolNameFact]
  const first = names.filter((name) => name === captured)
  const name = [...first, ...names].find((each) => Equal.equals(said(readToolCall(each, raw)), said(action)))
  return name === undefined ? undefined : { name, input: raw }
}

/**
 * The call of an action: what the host itself wrote where that is exact, the reading sends it and nothing of it is marked,
 * else the view of it. What a host wrote may hold a marked text under any name, or inside of a patch.
 */
export const toolCall = (action: Action, envelope: Envelope, sendsRaw: boolean): ToolCall =>
  (sendsRaw && !marks(action) ? verbatim(action, envelope) : undefined) ?? {
    name: toolNames(action)[0],
    input: toolInput(action, envelope)
  }
