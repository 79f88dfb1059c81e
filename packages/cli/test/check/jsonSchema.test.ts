import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CheckReport } from "pawl/check/CheckReport"
import { kept, made, validator } from "../support/jsonSchemas.ts"
import { pawl } from "../support/pawl.ts"
import { emptyProject } from "../support/project.ts"

describe("the JSON Schema of pawl check --json (CLI-31)", () => {
  it("in the repository is the one of this code (WRITE_SCHEMAS=1 writes it)", () => {
    const document = made("check", CheckReport)
    assert.deepStrictEqual(kept("check"), document)
  })

  it.live("is one that real output validates against, and that output of another shape does not", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(".cursor/hooks.json", '{ "version": 1, "hooks": { "beforeShellExecution": [{ "command": "" }] } }')
      const { stdout } = yield* pawl(["check", "--json"], { cwd: project.folder })
      const isValid = validator("check")
      const report = JSON.parse(stdout)
      assert.isTrue(isValid(report))
      for (const wrong of [{ ...report, files: 1 }, { ...report, schemaVersion: 2 }, { files: report.files }]) {
        assert.isFalse(isValid(wrong))
      }
    })
  )
})
