import type { AnswerField } from "../AnswerField.ts"
import type { CursorEvent } from "../CursorEvent.ts"

const quoted = (fields: ReadonlyArray<AnswerField>): string => fields.map((field) => `"${field}"`).join(" and ")

/** What to write as an answer of an event, in one sentence. */
export const answerHint = ({ answer, control }: CursorEvent): string => {
  switch (control._tag) {
    case "Permission": {
      const words =
        control.ask === "unknown-word" || control.ask === "denies"
          ? '{ "permission": "allow" } or "deny"'
          : '{ "permission": "allow" }, "deny" or "ask"'
      const messages = answer.filter((field) => field.endsWith("_message"))
      return `Write ${words}${messages.length === 0 ? "" : `, with ${quoted(messages)}`}.`
    }
    case "PromptHalt":
      return 'Write { "continue": true }, or false with "user_message".'
    default:
      return answer.length === 0
        ? "Write nothing to stdout; send what is for the log to stderr."
        : `Write nothing, or one JSON object with ${quoted(answer)}.`
  }
}
