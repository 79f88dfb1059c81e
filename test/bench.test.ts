import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { assert, beforeAll, describe, it, onTestFinished } from "@effect/vitest"
import { processesMarked } from "../bench/processFacts.ts"
import type { Figure } from "../bench/Row.ts"
import { resultOf, warningsOf } from "../bench/report.ts"
import { intervalOf, quantile, slopeOf } from "../bench/statistics.ts"
import buildBundle from "../packages/cli/test/support/buildBundle.ts"

const bench = path.resolve(import.meta.dirname, "../bench")
const fromSources = ["--conditions=@pawl/source", "--disable-warning=ExperimentalWarning"]
const node = (flags: ReadonlyArray<string>, file: string, ...words: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [...fromSources, ...flags, path.join(bench, file), ...words], { encoding: "utf8" })

const figure = (fields: Partial<Figure>): Figure => ({
  name: "a row",
  against: "by hand",
  unit: "times",
  value: 1,
  interval: [1, 1],
  atMost: 1.05,
  ...fields
})

describe("npm run bench", () => {
  beforeAll(buildBundle)

  it("gives a figure for each row, with what it must not exceed, as JSON", () => {
    const { status, stderr, stdout } = node([], "main.ts", "--short", "--json")
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    const { figures, seed }: { readonly figures: ReadonlyArray<Figure>; readonly seed: number } = JSON.parse(stdout)
    assert.strictEqual(seed, 1)
    assert.isAtLeast(figures.length, process.platform === "linux" ? 20 : 12)
    for (const { atMost, interval, value } of figures) {
      for (const number of [atMost, value, ...interval]) assert.isTrue(Number.isFinite(number))
    }
  })

  it("refuses a word that no row has in its name", () => {
    const { status, stderr } = node([], "main.ts", "--short", "no-such-row")
    assert.deepStrictEqual({ status, stderr }, { status: 2, stderr: "no row has no-such-row in its name\n" })
  })
})

describe.runIf(process.platform === "linux")("npm run bench that is ended", () => {
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await setTimeout(20)
  }

  // One row waits for its hooks, the other one for nothing.
  it.each([
    ["SIGTERM", "many dispatches"],
    ["SIGINT", "many dispatches"],
    ["SIGKILL", "many dispatches"],
    ["SIGTERM", "no match"]
  ] as const)('by %s leaves neither the process of the row "%s" nor its folder', async (signal, row) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pawl-bench-test-"))
    const words = [...fromSources, path.join(bench, "main.ts"), "--pairs", "1000000", row]
    const main = spawn(process.execPath, words, { env: { ...process.env, TMPDIR: folder }, stdio: "ignore" })
    const ended = once(main, "exit")
    // All that is started has this variable; the folder of the row says that it measures.
    const started = () => processesMarked("TMPDIR", folder)
    onTestFinished(() => {
      for (const pid of started()) process.kill(pid, "SIGKILL")
      fs.rmSync(folder, { recursive: true, force: true })
    })
    await until(() => started().length > 1 && fs.readdirSync(folder).length > 0)
    main.kill(signal)
    assert.deepStrictEqual(await ended, [null, signal])
    await until(() => started().length === 0)
    assert.deepStrictEqual(fs.readdirSync(folder), [])
  })
})

describe("a figure", () => {
  it("is reached when its whole interval is below the target", () => {
    assert.strictEqual(resultOf(figure({ interval: [0.98, 1.05] })), "reached")
  })

  it("is not resolved when its interval holds the target", () => {
    assert.strictEqual(resultOf(figure({ interval: [1.01, 1.09] })), "not resolved")
  })

  it("is missed only beyond what two series of the same work differ by", () => {
    const beyond = figure({ value: 1.1, interval: [1.07, 1.13] })
    assert.strictEqual(resultOf({ ...beyond, errorBar: 0.01 }), "missed")
    assert.strictEqual(resultOf({ ...beyond, errorBar: 0.03 }), "not resolved")
  })

  it("is not to be trusted on a busy machine, or when the same work took another time", () => {
    assert.deepStrictEqual(warningsOf(0.2, 2, [figure({ errorBar: 0.02 })]), [])
    assert.match(warningsOf(1.5, 2, [])[0] ?? "", /busy/)
    assert.match(warningsOf(0.2, 2, [figure({ errorBar: 0.08 })])[0] ?? "", /differed by 8 %/)
  })
})

describe("the statistics of the bench", () => {
  it("take the middle of numbers, and a share of them", () => {
    assert.strictEqual(quantile([9, 1, 5]), 5)
    assert.strictEqual(quantile([4, 3, 2, 1], 0.25), 2)
  })

  it("find how much a number grows with another one", () => {
    assert.closeTo(
      slopeOf([
        [0, 7],
        [10, 27],
        [20, 47]
      ]),
      2,
      1e-9
    )
  })

  it("give an interval that holds the figure, and that is a point when all rounds are alike", () => {
    const rounds = Array.from({ length: 100 }, (_, index) => index)
    const [low, high] = intervalOf(rounds, quantile)
    assert.isBelow(low, 50)
    assert.isAbove(high, 50)
    assert.deepStrictEqual(intervalOf([3, 3, 3], quantile), [3, 3])
  })
})

describe.runIf(process.platform === "linux")("npm run soak", () => {
  it("passes for some seconds: no denial is lost, nothing hangs and nothing is left", () => {
    const flags = ["--expose-gc", "--max-semi-space-size=4"]
    const { status, stderr, stdout } = node(flags, "soak/main.ts", "--minutes", "0.1")
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" }, stdout)
    assert.match(stdout, /^[1-9]\d* denials of hooks, 0 lost$/m)
    assert.match(stdout, /^passed$/m)
  })
})
