import fs from "node:fs"
import path from "node:path"
import process from "node:process"
// biome-ignore lint/style/noRestrictedImports: this is the part of the package that is for tests.
import { type ScenarioProgram, scenarioPrograms } from "@pawl/core/testing"

const isThere = (program: string): boolean =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)))

/** Programs of the table of scenarios that this machine does not have: their rows are skipped, and said to be. Rule: RUN-26 */
export const lackedPrograms = (): ReadonlyArray<ScenarioProgram> =>
  scenarioPrograms.filter((program) => !isThere(program))
