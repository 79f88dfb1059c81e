import { assert, describe, it } from "@effect/vitest"
import { scenarioTable } from "@pawl/core/testing"
import { interruptedRows, notReached, queuedRows, runRows } from "./rows.ts"

describe("the table of scenarios, through the command line (CLI-70)", () => {
  it("has no row that is neither run nor listed with a reason, and lists none that is not there", () => {
    const decided = [...runRows, ...queuedRows, ...interruptedRows].map(({ id }) => id).concat([...notReached.keys()])
    assert.deepStrictEqual(decided.sort(), scenarioTable.map(({ id }) => id).sort())
  })
})
