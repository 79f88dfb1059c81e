// The TypeScript compiler with the Effect diagnostics built in. Its package would rather patch the one in node_modules, which
// pnpm shares with other projects; so its executable is asked for and run instead.
import { execFileSync, spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"

const manifest = createRequire(import.meta.url).resolve("@effect/tsgo/package.json")
const cli = path.join(path.dirname(manifest), "dist/effect-tsgo.cjs")
const compiler = execFileSync(process.execPath, [cli, "get-exe-path"], { encoding: "utf8" }).trim()
process.exitCode = spawnSync(compiler, process.argv.slice(2), { stdio: "inherit" }).status ?? 1
