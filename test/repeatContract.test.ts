import { spawnSync } from "node:child_process"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const script = path.resolve(import.meta.dirname, "../scripts/repeat-contract.ts")
const repeat = (...words: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, ...words], { encoding: "utf8" })
  return { status, stderr, lines: stdout.trimEnd().split("\n") }
}

const one = "starts hooks itself.* exit-2:"

describe("scripts/repeat-contract.ts", () => {
  it("runs a suite so many times, with one line for each run and one at the end", () => {
    const { lines, status } = repeat("--times", "2", "direct", "--", "-t", one)
    assert.strictEqual(lines.length, 3, lines.join("\n"))
    for (const line of lines.slice(0, 2)) {
      assert.match(line, /^ok {5}direct [12] of 2: 1 passed, 0 failed, \d+ skipped; \d+\.\d s, load \d+\.\d$/)
    }
    assert.strictEqual(lines[2], "direct: 2 of 2 runs passed, 0 failed")
    assert.strictEqual(status, 0)
  })

  it("counts a run in which nothing was run as failed, and shows what it has printed", () => {
    const { lines, status } = repeat("--times", "1", "direct", "--", "-t", "no test is called so")
    assert.match(lines[0] ?? "", /^FAILED direct 1 of 1: 0 passed, 0 failed, \d+ skipped;/)
    assert.isTrue(lines.some((line) => line.includes("Test Files")))
    assert.strictEqual(lines.at(-1), "direct: 0 of 1 runs passed, 1 failed (1)")
    assert.strictEqual(status, 1)
  })

  it.each([[[]], [["nothing"]], [["direct", "cli"]], [["--times", "0", "cli"]], [["--once", "cli"]]])(
    "says how it is called for the words %j",
    (words) => {
      const { status, stderr } = repeat(...words)
      assert.match(stderr, /^usage: node scripts\/repeat-contract\.ts \[--times N\] direct\|broker\|cli /)
      assert.strictEqual(status, 2)
    }
  )
})
