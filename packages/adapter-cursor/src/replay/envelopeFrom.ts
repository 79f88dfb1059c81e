import type { Action, Envelope, Payload, PayloadUnreadable } from "@pawl/core"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { type CursorEvent, cursorEvent } from "../CursorEvent.ts"
import { payloadOf } from "../encode/encode.ts"
import { type Fields, present } from "../encode/Fields.ts"
import { toolNameFact } from "../encode/toolCall.ts"
import { toolNames } from "../toolNames.ts"
import { commonFrom } from "./commonFrom.ts"
import { optional } from "./optional.ts"
import { payloadFields } from "./payloadFields.ts"
import { readToolCall } from "./readToolCall.ts"

/** What a payload is about, and what else of it only this format asks for. */
interface Moment {
  readonly payload: Payload
  readonly vendor?: Readonly<Record<string, Schema.Json>>
}

type MomentReader = (fields: Fields) => Result.Result<Moment, string>

const beforeShellExecution: MomentReader = ({ command, cwd }) => {
  if (typeof command !== "string") return Result.fail('"command" must be a text')
  const action: Action = {
    _tag: "ShellRun",
    command,
    ...optional("cwd", typeof cwd === "string" && cwd !== "" ? cwd : undefined),
    raw: present({ command, cwd: typeof cwd === "string" ? cwd : undefined })
  }
  return Result.succeed({ payload: { _tag: "tool.pre", action } })
}

const preToolUse: MomentReader = ({ tool_input: input, tool_name: name }) => {
  if (typeof name !== "string") return Result.fail('"tool_name" must be a text')
  if (input === undefined) return Result.fail('"tool_input" is missing')
  const action: Action = { ...readToolCall(name, input), raw: input }
  if (name === "Shell" && action._tag === "Custom") return Result.fail('"tool_input.command" must be a text')
  const vendor = toolNames(action)[0] === name ? undefined : { [toolNameFact]: name }
  return Result.succeed({ payload: { _tag: "tool.pre", action }, ...optional("vendor", vendor) })
}

/** The reader of each event's own fields, by name; an event without one is not evaluated yet. Rule: CUR-55 */
const readers: ReadonlyMap<string, MomentReader> = new Map([
  ["preToolUse", preToolUse],
  ["beforeShellExecution", beforeShellExecution]
])

/** What a payload held that the envelope does not say by itself; it is sent on and read by nothing. Rule: CUR-57 */
const rest = (fields: Fields, event: CursorEvent, envelope: Envelope): Envelope => {
  const said = payloadOf(event, envelope, "tight").fields
  const opaque = Object.entries(fields).filter(
    ([key, value]) => key !== "hook_event_name" && !Equal.equals(said[key], value)
  )
  return opaque.length === 0 ? envelope : { ...envelope, opaque: Object.fromEntries(opaque) }
}

/**
 * A captured payload of an event as a moment; fields that it lacks come from `base`. Written again in the default
 * reading, it has every key that it had. Rule: CUR-55 to CUR-57
 *
 * @example
 * ```ts
 * const envelope = envelopeFrom("beforeShellExecution", '{ "command": "git push" }', base)
 * ```
 */
export const envelopeFrom = (
  name: string,
  payload: unknown,
  base: Envelope
): Result.Result<Envelope, PayloadUnreadable> => {
  const event = cursorEvent(name)
  if (event === undefined) return Result.fail({ message: `Cursor has no event "${name}"` })
  const reader = readers.get(name)
  if (reader === undefined) return Result.fail({ message: `${name} is not evaluated yet` })
  return Result.mapError(
    Result.gen(function* () {
      const fields = yield* payloadFields(payload)
      const said = fields.hook_event_name
      if (typeof said === "string" && said.toLowerCase() !== name.toLowerCase()) {
        return yield* Result.fail(`the payload is one of ${said}, not of ${name}`)
      }
      const moment = yield* reader(fields)
      const common = commonFrom(fields, base)
      const facts =
        moment.vendor === undefined
          ? common.facts
          : { ...common.facts, vendor: { ...common.facts.vendor, ...moment.vendor } }
      return rest(fields, event, { ...common, facts, payload: moment.payload })
    }),
    (message) => ({ message })
  )
}
