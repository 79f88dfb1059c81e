import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"

const fileOf = (name: string): string => fileURLToPath(new URL(`../../schema/${name}.schema.json`, import.meta.url))

const read = (name: string) => JSON.parse(fs.readFileSync(fileOf(name), "utf8"))

/** The JSON Schema of a report as this code makes it; WRITE_SCHEMAS=1 writes it into the repository. */
export const made = (name: string, report: Schema.Constraint): unknown => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(report, { onExcessProperty: "error" })
  const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions }
  if (process.env.WRITE_SCHEMAS === "1") fs.writeFileSync(fileOf(name), `${JSON.stringify(document, undefined, 2)}\n`)
  return document
}

/** The JSON Schema of a report in the repository. */
export const kept = (name: string): unknown => read(name)

/** What tells whether a value validates against the JSON Schema of a report in the repository. */
export const validator = (name: string): ((value: unknown) => boolean) =>
  Schema.is(SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12(read(name))))
