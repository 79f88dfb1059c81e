// All that can be said about the repository without running its tests: the scripts `check:…` of package.json, in their order,
// each to its end, so that one run tells everything. Arguments name single ones: `npm run check types imports`.
import { spawnSync } from "node:child_process"
import manifest from "../package.json" with { type: "json" }

const prefix = "check:"
const all = Object.keys(manifest.scripts)
  .filter((script) => script.startsWith(prefix))
  .map((script) => script.slice(prefix.length))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))

if (unknown.length > 0) {
  console.error(`no check is called ${unknown.join(", ")}; there are ${all.join(", ")}`)
  process.exitCode = 2
} else {
  const failed = all
    .filter((name) => asked.length === 0 || asked.includes(name))
    .filter((name) => {
      const start = performance.now()
      const result = spawnSync("pnpm", ["run", "--silent", `${prefix}${name}`], {
        encoding: "utf8",
        maxBuffer: 2 ** 28
      })
      const passed = result.status === 0
      console.log(`${passed ? "ok    " : "FAILED"} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
      if (!passed) console.log(result.error?.message ?? `${result.stdout}${result.stderr}`)
      return !passed
    })
  if (failed.length > 0) {
    console.log(`failed: ${failed.join(", ")}`)
    process.exitCode = 1
  }
}
