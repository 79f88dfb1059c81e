import type { Scenario } from "@pawl/core/testing"

const endsWithin = (row: Scenario): string =>
  row._tag === "Queued" ? "timeout" : row._tag === "Given" ? "–" : row.endsWithin

/** A row of the table as `docs/runner.md` has it. */
export const scenarioLine = (row: Scenario): string => {
  const leaves = "leaves" in row ? row.leaves : "nothing"
  const verdicts =
    row._tag === "Interrupted"
      ? ["no outcome", "no outcome", ""]
      : [
          row.expected.tight.open,
          row.expected.tight.closed,
          row.expected.asWritten.open === row.expected.tight.open ? "" : row.expected.asWritten.open
        ]
  return `| \`${row.id}\`: ${row.name} | ${verdicts.join(" | ")} | ${endsWithin(row)} | ${leaves} |`
}
