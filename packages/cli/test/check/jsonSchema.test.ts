import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"
import { CheckReport } from "pawl/check/CheckReport"
import { pawl } from "../support/pawl.ts"
import { emptyProject } from "../support/project.ts"

const file = fileURLToPath(new URL("../../schema/check.schema.json", import.meta.url))

const { schema, definitions } = Schema.toJsonSchemaDocument(CheckReport, { onExcessProperty: "error" })
const document = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions }

describe("the JSON Schema of pawl check --json (CLI-31)", () => {
  it("in the repository is the one of this code (WRITE_SCHEMAS=1 writes it)", () => {
    if (process.env.WRITE_SCHEMAS === "1") fs.writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
    assert.deepStrictEqual(JSON.parse(fs.readFileSync(file, "utf8")), document)
  })

  it.live("is one that real output validates against, and that output of another shape does not", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(".cursor/hooks.json", '{ "version": 1, "hooks": { "beforeShellExecution": [{ "command": "" }] } }')
      const { stdout } = yield* pawl(["check", "--json"], { cwd: project.folder })
      const read = JsonSchema.fromSchemaDraft2020_12(JSON.parse(fs.readFileSync(file, "utf8")))
      const isValid = Schema.is(SchemaRepresentation.fromJsonSchemaDocument(read))
      const report = JSON.parse(stdout)
      assert.isTrue(isValid(report))
      for (const wrong of [{ ...report, files: 1 }, { ...report, schemaVersion: 2 }, { files: report.files }]) {
        assert.isFalse(isValid(wrong))
      }
    })
  )
})
