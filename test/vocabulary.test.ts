import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const src = path.resolve(import.meta.dirname, "../packages/core/src")

// Words that belong to one vendor or to one platform; core speaks of moments, actions and channels instead.
const foreign: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ["a vendor", /cursor|claude|anthropic|codex|openai|gemini|copilot|windsurf|cline|devin/i],
  [
    "a vendor's event",
    /\b(before|after)(Shell|MCP|Read|Tab|Submit|File|Agent)[A-Z]\w*|\b(pre|post)(ToolUse|Compact)\w*/i
  ],
  ["Node", /["']node:/]
]

/** Each line of `text` that has a word of somebody else in it. */
const findings = (name: string, text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line, index) =>
      foreign
        .filter(([, pattern]) => pattern.test(line))
        .map(([what]) => `${name}:${index + 1} speaks of ${what}: ${line.trim()}`)
    )

describe("the words of core", () => {
  it("are of no vendor and of no platform", () => {
    const files = fs.readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
    assert.isAbove(files.length, 0)
    assert.deepStrictEqual(
      files.flatMap((name) => findings(name, `${name}\n${fs.readFileSync(path.join(src, name), "utf8")}`)),
      []
    )
  })

  it("would be found if they were", () => {
    const text =
      'export const beforeShellExecution = 1\nimport fs from "node:fs"\n// as Cursor has it\nconst precursory = ""'
    assert.strictEqual(findings("a.ts", text).length, 4)
  })
})
