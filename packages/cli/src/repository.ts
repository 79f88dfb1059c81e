import * as fs from "node:fs"
import * as path from "node:path"

/**
 * The folder of Pawl's own repository, when `script` is the bundle that was built there: it can set up a Node that fits
 * and start Pawl with it. Rule: CLI-8
 */
export const repositoryOf = (script: string): string | undefined => {
  try {
    const root = path.resolve(path.dirname(fs.realpathSync(script)), "../../../..")
    return fs.existsSync(path.join(root, "scripts/bootstrap.mjs")) ? root : undefined
  } catch {
    return undefined
  }
}

/** What starts Pawl from its repository on a machine whose own Node may be too old, wherever one stands. */
export const npmWords = (repository: string): ReadonlyArray<string> => [
  "npm",
  "--prefix",
  repository,
  "run",
  "-s",
  "pawl",
  "--"
]
