// Import direction: prints each edge that is not allowed, and fails if there is one. `node scripts/check-imports.ts [ROOT]`
import path from "node:path"
import { checkImports } from "./importDirection.ts"

const root = process.argv[2] ?? path.resolve(import.meta.dirname, "..")
const problems = checkImports(root)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
