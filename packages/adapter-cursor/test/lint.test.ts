import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import type { LintWorld } from "@pawl/core"
import * as Effect from "effect/Effect"
import { hooksFile } from "./support.ts"

type What = "missing" | "folder" | "file" | "executable" | "other"

/** A world that holds these paths, and these programs on the PATH. */
const world = (paths: Readonly<Record<string, What>>, programs: ReadonlyArray<string>): LintWorld => ({
  look: (path) => Effect.succeed(Object.hasOwn(paths, path) ? (paths[path] ?? "missing") : "missing"),
  findProgram: (name) => Effect.succeed(programs.includes(name))
})

const here = world(
  {
    "./run.sh": "executable",
    "./plain.sh": "file",
    "hooks/guard.py": "file",
    "/opt/tool": "executable",
    "./dir": "folder"
  },
  ["python3", "node", "sh", "bash", "jq"]
)

const findingsOf = Effect.fnUntraced(function* (command: string, event = "beforeShellExecution") {
  const parsed = yield* cursorAdapter.parse(hooksFile({ [event]: [{ command }] }))
  return yield* cursorAdapter.lint(parsed, here)
})

describe("the scripts that a file names", () => {
  it.effect.each([
    ["./run.sh"],
    ["./run.sh --strict | jq ."],
    ["FOO=1 ./run.sh"],
    ["'./run.sh' \"an argument\""],
    ["/opt/tool"],
    ["python3 hooks/guard.py"],
    ["python3 'hooks/guard.py' x"],
    ["env A=b python3 hooks/guard.py"],
    ["node -e 'process.exit(2)'"],
    ['bash -c "./gone.sh"'],
    ["sh ./plain.sh"],
    ['"$CURSOR_PLUGIN_ROOT/x.sh"'],
    ["`pwd`/x.sh"],
    ["$HOME/x.sh"],
    ["~/x.sh"],
    ["python3 $DIR/x.py"],
    ["exit 2"],
    ["echo '{}'"],
    ["if true; then ./gone.sh; fi"],
    ["# nothing"],
    [">&2 echo no"]
  ] as const)("%s has nothing that can be found missing (CUR-70)", ([command]) =>
    Effect.map(findingsOf(command), (found) => assert.isEmpty(found))
  )

  it.effect.each([
    ["./gone.sh", "cursor/script-missing", "error"],
    ["./gone.sh && ./run.sh", "cursor/script-missing", "error"],
    [".cursor/hooks/a\\ b.sh", "cursor/script-missing", "error"],
    ["python3 missing.py", "cursor/script-missing", "error"],
    ["bash hooks/missing.sh", "cursor/script-missing", "error"],
    ["./dir", "cursor/script-missing", "error"],
    ["./plain.sh", "cursor/script-not-executable", "error"],
    ["hooks/guard.py", "cursor/script-not-executable", "error"],
    ["no-such-program --x", "cursor/program-missing", "warning"],
    ["env no-such-program", "cursor/program-missing", "warning"]
  ] as const)("%s is found before the first run: %s (CUR-70)", ([command, code, severity]) =>
    Effect.gen(function* () {
      const found = yield* findingsOf(command)
      assert.deepStrictEqual(
        found.map((each) => [each.code, each.severity, each.place?.at]),
        [[code, severity, "beforeShellExecution[0].command"]]
      )
      assert.isNotEmpty(found[0]?.hint)
    })
  )

  it.effect("are looked for at events of later as well (CUR-70)", () =>
    Effect.map(findingsOf("./gone.sh", "stop"), (found) => assert.lengthOf(found, 1))
  )

  it.effect("are not looked for in a file that is void (CUR-70)", () =>
    Effect.gen(function* () {
      const parsed = yield* cursorAdapter.parse('{ "hooks": { "stop": [{ "command": "./gone.sh" }] } }')
      assert.isEmpty(yield* cursorAdapter.lint(parsed, here))
    })
  )
})
