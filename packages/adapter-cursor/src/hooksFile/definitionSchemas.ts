import { limits } from "@pawl/core"
import * as Schema from "effect/Schema"
import type { CursorEvent } from "../CursorEvent.ts"
import { defaultLoopLimit, mostArgumentBytes } from "../HookDefinition.ts"
import {
  defaultSeconds,
  eventText,
  failClosedText,
  loopLimitText,
  matcherExamples,
  matcherText,
  timeoutText
} from "./fieldTexts.ts"

const commandField = Schema.String.annotate({
  description:
    "What to run: a line for a shell, as it stands. The moment comes on stdin, the answer goes to stdout. A relative path starts in the folder that holds .cursor.",
  examples: [".cursor/hooks/no-force-push.sh", "node .cursor/hooks/guard.ts"],
  patternErrorMessage: "Write what to run."
})
  .check(
    // Something to run, and no NUL. Bytes are what is counted, and no text has more characters than bytes.
    Schema.isPattern(/^\s*[^\s\u0000][^\u0000]*$/u),
    Schema.isMaxLength(mostArgumentBytes)
  )
  .annotate({ identifier: "Command" })

const commandType = Schema.Literal("command").annotate({
  identifier: "CommandType",
  description: '"command", or absent.',
  default: "command"
})

const promptType = Schema.Literal("prompt").annotate({
  identifier: "PromptType",
  description: "A model is asked instead of a command. Pawl skips such a hook, and so do Cursor's cloud agents."
})

const loopLimit = Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
  identifier: "LoopLimit",
  description: loopLimitText,
  default: defaultLoopLimit,
  examples: [3, null]
})

const noLoopLimit = Schema.Json.annotate({
  identifier: "LoopLimitUnused",
  description: 'Means nothing at this event and is ignored; it belongs to "stop" and "subagentStop".',
  deprecationMessage: 'Means nothing at this event; it belongs to "stop" and "subagentStop".'
})

const promptOnly = Schema.String.annotate({
  identifier: "PromptOnly",
  description: 'A text without effect here: it is read where the type is "prompt" alone.'
})

/** A value that nothing looks at. */
const unread = (description: string) => Schema.optionalKey(Schema.Json.annotate({ description }))

const commandFields = {
  command: commandField,
  type: Schema.optionalKey(commandType),
  prompt: Schema.optionalKey(promptOnly),
  model: Schema.optionalKey(promptOnly)
} as const

const promptFields = {
  type: promptType,
  prompt: unread(
    "What Cursor asks the model, a text that is not empty; $ARGUMENTS in it becomes the JSON of the moment."
  ),
  model: unread("The model that Cursor asks, a text that is not empty. Absent: a fast one."),
  command: unread('Not run, because the type is "prompt".')
} as const

/** One Schema for all events that say the same of a field, so that a document says it once. */
const shared = <S>(keyOf: (event: CursorEvent) => string, make: (event: CursorEvent, identifier: string) => S) => {
  const made = new Map<string, S>()
  return (event: CursorEvent): S => {
    const key = keyOf(event)
    const schema = made.get(key) ?? make(event, key)
    made.set(key, schema)
    return schema
  }
}

const matcherField = (event: CursorEvent, identifier: string) =>
  Schema.String.annotate({ identifier, description: matcherText(event), examples: matcherExamples(event.target) })

const timeoutField = (event: CursorEvent, identifier: string) =>
  Schema.Finite.check(Schema.isGreaterThan(0)).annotate({
    identifier,
    description: timeoutText(event),
    default: defaultSeconds(event),
    examples: [10, 0.5]
  })

const failClosedField = (event: CursorEvent, identifier: string) =>
  Schema.Boolean.annotate({ identifier, description: failClosedText(event), default: false, examples: [true] })

/**
 * Makes the Schema of the JSON that an event holds: what is written wrong in it is what the parser calls an error.
 * Rule: CUR-81, CUR-82
 */
export const definitionSchemas = () => {
  const matcher = shared(({ target }) => `Matcher.${target._tag === "Word" ? target.word : target._tag}`, matcherField)
  const timeout = shared((event) => `Timeout.${defaultSeconds(event)}`, timeoutField)
  const failClosed = shared(({ control }) => `FailClosed.${control._tag}`, failClosedField)
  return (event: CursorEvent) => {
    const fields = {
      matcher: Schema.optionalKey(matcher(event)),
      timeout: Schema.optionalKey(timeout(event)),
      failClosed: Schema.optionalKey(failClosed(event)),
      loop_limit: Schema.optionalKey(event.control._tag === "FollowUp" ? loopLimit : noLoopLimit)
    }
    const command = Schema.Struct({ ...commandFields, ...fields }).annotate({
      identifier: `${event.name}.command`,
      description: "A command that is run, reads the moment on stdin and answers on stdout."
    })
    const prompt = Schema.Struct({ ...promptFields, ...fields }).annotate({
      identifier: `${event.name}.prompt`,
      description: "A question to a model, which Pawl does not ask."
    })
    return Schema.Array(Schema.Union([command, prompt]))
      .check(Schema.isMaxLength(limits.definitions))
      .annotate({ description: eventText(event) })
  }
}
