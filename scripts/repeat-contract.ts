// Runs a suite of the contract of runners again and again: what fails once in fifty runs is shown by nothing else. One line
// for each run, the whole output of those that fail, and a summary.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"

const suites: Readonly<Record<string, { readonly project: string; readonly files: string }>> = {
  direct: { project: "runner-node", files: "packages/runner-node/test/contract.test.ts" },
  broker: { project: "runner-node", files: "packages/runner-node/test/broker/contract.test.ts" },
  cli: { project: "cli", files: "packages/cli/test/scenarios" }
}

const usage = `usage: node scripts/repeat-contract.ts [--times N] ${Object.keys(suites).join("|")} [-- words for vitest]`

const root = path.resolve(import.meta.dirname, "..")

interface Run {
  readonly passed: boolean
  readonly counts: string
  readonly output: string
}

/** One run; it has passed when vitest says so and any test has been run at all. */
const runOnce = (suite: string, words: ReadonlyArray<string>, report: string): Run => {
  const { files, project } = suites[suite] ?? { files: "", project: "" }
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  fs.rmSync(report, { force: true })
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", project, ...reporters, path.join(root, files), ...words],
    { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }
  )
  const output = `${stdout}${stderr}`
  if (!fs.existsSync(report)) return { passed: false, counts: "it did not come to its end", output }
  const { numFailedTests, numPassedTests, numPendingTests } = JSON.parse(fs.readFileSync(report, "utf8"))
  const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`
  return { passed: status === 0 && numPassedTests > 0, counts, output }
}

const repeat = (suite: string, times: number, words: ReadonlyArray<string>): number => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pawl-repeat-"))
  const failed: Array<number> = []
  for (let run = 1; run <= times; run++) {
    const began = performance.now()
    const { counts, output, passed } = runOnce(suite, words, path.join(folder, "report.json"))
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const load = (os.loadavg()[0] ?? 0).toFixed(1)
    console.log(`${passed ? "ok    " : "FAILED"} ${suite} ${run} of ${times}: ${counts}; ${seconds} s, load ${load}`)
    if (passed) continue
    failed.push(run)
    console.log(output)
  }
  fs.rmSync(folder, { recursive: true, force: true })
  const which = failed.length === 0 ? "" : ` (${failed.join(", ")})`
  console.log(`${suite}: ${times - failed.length} of ${times} runs passed, ${failed.length} failed${which}`)
  return failed.length === 0 ? 0 : 1
}

const main = (): number => {
  const words = process.argv.slice(2)
  const split = words.includes("--") ? words.indexOf("--") : words.length
  try {
    const { positionals, values } = parseArgs({
      args: words.slice(0, split),
      options: { times: { type: "string", default: "10" } },
      allowPositionals: true
    })
    const [suite = "", ...more] = positionals
    const times = Number(values.times)
    if (Object.hasOwn(suites, suite) && more.length === 0 && Number.isSafeInteger(times) && times > 0)
      return repeat(suite, times, words.slice(split + 1))
  } catch {
    // A flag that there is not.
  }
  console.error(usage)
  return 2
}

process.exitCode = main()
