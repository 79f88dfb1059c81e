import * as fs from "node:fs"
import * as path from "node:path"
import type { Environment } from "../Environment.ts"
import { npmWords, repositoryOf } from "../repository.ts"

const realPath = (file: string): string | undefined => {
  try {
    return fs.realpathSync(file)
  } catch {
    return undefined
  }
}

/** Whether the Node that runs this is the one that a person gets who types `node`. */
const isNodeOnPath = ({ PATH = "" }: typeof Environment.Service): boolean => {
  const found = PATH.split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => realPath(path.join(folder, path.basename(process.execPath))))
    .find((file) => file !== undefined)
  return found !== undefined && found === realPath(process.execPath)
}

/** The words that start this very program on this machine, wherever a person stands. Rule: CLI-40 */
export const startedBy = (script: string, env: typeof Environment.Service): ReadonlyArray<string> => {
  if (path.basename(script) === "pawl") return ["pawl"]
  if (isNodeOnPath(env)) return ["node", script]
  const repository = repositoryOf(script)
  return repository === undefined ? [process.execPath, script] : npmWords(repository)
}
