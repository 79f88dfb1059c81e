import { actionOf, type Envelope } from "@pawl/core"
import { type Fields, present } from "./Fields.ts"
import { toolCall } from "./toolCall.ts"

/** Writes the fields of one event; `full` where the reading sends the host's own JSON. */
type EventEncoder = (envelope: Envelope, full: boolean) => Fields

const none: Fields = {}

const preToolUse: EventEncoder = (envelope, full) => {
  const action = actionOf(envelope.payload)
  if (action === undefined) return none
  const { input, name } = toolCall(action, envelope, full)
  const cwd = envelope.cwd ?? (action._tag === "ShellRun" ? action.cwd : undefined)
  return present({ tool_use_id: envelope.actionId, tool_name: name, tool_input: input, cwd })
}

const beforeShellExecution: EventEncoder = (envelope) => {
  const action = actionOf(envelope.payload)
  if (action?._tag !== "ShellRun") return none
  return present({ tool_use_id: envelope.actionId, command: action.command, cwd: action.cwd ?? envelope.cwd })
}

/**
 * The encoder of each event's own fields, by name. An event that is handed a payload it is not about adds nothing; so
 * does one that has no encoder yet. Rule: CUR-36, CUR-37
 */
const eventEncoders: ReadonlyMap<string, EventEncoder> = new Map([
  ["preToolUse", preToolUse],
  ["beforeShellExecution", beforeShellExecution]
])

/** The fields of an event itself. Rule: CUR-37 */
export const eventFields = (event: string, envelope: Envelope, full: boolean): Fields =>
  eventEncoders.get(event)?.(envelope, full) ?? none
