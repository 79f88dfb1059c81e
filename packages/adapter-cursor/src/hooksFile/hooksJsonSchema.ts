import type * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { cursorEvents } from "../CursorEvent.ts"
import { definitionSchemas } from "./definitionSchemas.ts"

/** Keys that editors read beside those of JSON Schema. */
const editorKeys: ReadonlySet<string> = new Set([
  "deprecationMessage",
  "doNotSuggest",
  "errorMessage",
  "patternErrorMessage"
])

/** An event beside `hooks`. */
const misplaced = Schema.Never.annotate({
  identifier: "EventOutsideHooks",
  description: 'An event is read only inside of "hooks".',
  doNotSuggest: true,
  errorMessage: 'Move it into the object under "hooks": here its hooks never run.'
})

const schemaKey = Schema.Json.annotate({ description: "Where this schema lies, for editors. Nothing else reads it." })

const version = Schema.Literal(1).annotate({
  description: "The version of the format: 1, the only one that is known. Required."
})

/** Fields for every event. */
const forEvents = <S extends Schema.Top>(make: (event: (typeof cursorEvents)[number]) => S) =>
  Object.fromEntries(cursorEvents.map((event) => [event.name, Schema.optionalKey(make(event))]))

const hooksFile = () => {
  const hooks = Schema.Struct(forEvents(definitionSchemas())).annotate({
    identifier: "Hooks",
    description: "The hooks, by event. Absent: none.",
    errorMessage:
      "Write an object whose keys are events. Names are case-sensitive; Cursor drops the whole file for one that it does not have."
  })
  const fields = { $schema: Schema.optionalKey(schemaKey), version, hooks: Schema.optionalKey(hooks) }
  const command = { command: ".cursor/hooks/no-force-push.sh", matcher: "push", failClosed: true }
  return Schema.Struct({ ...fields, ...forEvents(() => misplaced) }).annotate({
    title: "hooks.json of Cursor",
    description: "Commands that are run at moments of an agent, and that can deny what is about to happen.",
    examples: [{ version: 1, hooks: { beforeShellExecution: [command] } }]
  })
}

const unknownField = {
  deprecationMessage: "Cursor has no such field here, and ignores it. Names are case-sensitive."
}

/** Only what is under `hooks` is closed; a field that a definition does not have is told of by editors, and is no error. */
const withRest = (name: string, definition: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  if (name === "Hooks") return { ...definition, additionalProperties: false }
  return definition.type === "object" ? { ...definition, additionalProperties: unknownField } : definition
}

/**
 * The JSON Schema (draft 2020-12) of a `hooks.json`, for editors and for programs that write one. It rejects what the parser
 * calls an error about a value. It is stricter than the parser about names alone: an event that Cursor does not have, for which
 * Cursor drops the whole file, and an event beside `hooks`, whose hooks never run. It does not see what only the text shows:
 * its size, a key that stands twice, the bytes of a command. The package ships it as `schema/hooks.schema.json`.
 * Rule: CUR-81, CUR-82
 *
 * @example
 * ```ts
 * fs.writeFileSync("hooks.schema.json", JSON.stringify(hooksJsonSchema()))
 * ```
 */
export const hooksJsonSchema = (): JsonSchema.JsonSchema => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(hooksFile(), {
    includeAnnotationKey: (key) => editorKeys.has(key)
  })
  const $defs = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, withRest(name, definition)])
  )
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs }
}
