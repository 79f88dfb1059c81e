import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "..")

/** Folders of the packages of this house. */
export const packageFolders = (): ReadonlyArray<string> =>
  fs
    .readdirSync(path.join(root, "packages"))
    .filter((name) => fs.existsSync(path.join(root, "packages", name, "package.json")))

/** Packs a package as it would be published, into `into`; gives the tarball's path. What is in it must have been built. */
export const pack = (folder: string, into: string): string => {
  const args = ["pack", "--json", "--pack-destination", into]
  const result = spawnSync("pnpm", args, { cwd: path.join(root, "packages", folder), encoding: "utf8" })
  if (result.status !== 0) throw new Error(`packages/${folder} could not be packed:\n${result.stdout}${result.stderr}`)
  const packed: unknown = JSON.parse(result.stdout)
  if (typeof packed === "object" && packed !== null && "filename" in packed && typeof packed.filename === "string") {
    return path.resolve(into, packed.filename)
  }
  throw new Error(`pnpm pack gave no file name: ${result.stdout}`)
}
