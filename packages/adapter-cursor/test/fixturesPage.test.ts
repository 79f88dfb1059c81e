import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"

const read = (path: string): string => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), "utf8")

const keysOf = (path: string): ReadonlyArray<string> => {
  const value: unknown = JSON.parse(read(path))
  return typeof value === "object" && value !== null ? Object.keys(value) : []
}

/** The cells of the rows that begin with the name of an event. */
const rows = new Map(
  read("README.md")
    .split("\n")
    .flatMap((line) => {
      const [, name, ...cells] = /^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|(.*)\|$/u.exec(line) ?? []
      return name === undefined ? [] : [[name, cells] as const]
    })
)

const spansOf = (cells: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/gu)].map(([, name = ""]) => name))

const common = new Set([
  "conversation_id",
  "generation_id",
  "model",
  "model_id",
  "model_params",
  "hook_event_name",
  "cursor_version",
  "host_name",
  "host_version",
  "workspace_roots",
  "user_email",
  "transcript_path",
  "session_id",
  "tool_use_id"
])

describe("the page about fixtures", () => {
  it.each(cursorEvents)("says where each field of $name comes from", ({ name }) => {
    const cells = rows.get(name)
    const own = keysOf(`cursor/${name}/stdin.json`).filter((key) => !common.has(key))
    assert.includeMembers([...spansOf(cells?.slice(0, 3))], [...own])
    assert.includeMembers([...spansOf(cells?.slice(3))], [...keysOf(`cursor/${name}/stdout.json`)])
  })
})
