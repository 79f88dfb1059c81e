import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { assert } from "@effect/vitest"
import { pack } from "../../scripts/packPackages.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** Runs a program to its end, which must be a good one; gives what it printed. */
export const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const result = spawnSync(command, args, { cwd, encoding: "utf8" })
  const said = `${result.stdout ?? ""}${result.stderr ?? ""}`
  assert.strictEqual(result.status, 0, `${command} ${args.join(" ")}: ${result.error?.message ?? said}`)
  return result.stdout
}

// Where this workspace has a package of somebody else; the consumer gets the same bits without asking a registry.
const installed = (name: string, packages: ReadonlyArray<string>): string => {
  const places = packages.map((folder) => path.join(root, "packages", folder, "node_modules", name))
  const place = places.find((candidate) => fs.existsSync(candidate))
  return place === undefined ? assert.fail(`${name} is not installed here`) : fs.realpathSync(place)
}

/** Packs these packages into an empty folder and installs them there, with what else they need; gives the folder. */
export const installPacked = (
  last: string,
  packages: ReadonlyArray<string>,
  libraries: ReadonlyArray<string>
): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pawl-consumer-"))
  // Whatever was built last need not be what the sources say now.
  run(root, path.join(root, "node_modules/.bin/tsc"), "-b", `packages/${last}`)
  const house = packages.map((name) => [`@pawl/${name}`, `file:${pack(name, folder)}`] as const)
  const foreign = ["effect", ...libraries].map((name) => [name, `file:${installed(name, packages)}`] as const)
  fs.writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies: Object.fromEntries([...house, ["effect", "*"]]) })
  )
  // JSON is YAML. Nothing is hoisted, so that only what a manifest names can be imported.
  fs.writeFileSync(
    path.join(folder, "pnpm-workspace.yaml"),
    JSON.stringify({ hoist: false, overrides: Object.fromEntries([...house, ...foreign]) })
  )
  const store = run(root, "pnpm", "store", "path").trim()
  run(folder, "pnpm", "install", "--offline", "--ignore-scripts", "--store-dir", path.dirname(store))
  return folder
}
