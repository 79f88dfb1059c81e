import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import type { Handler } from "@pawl/core"
import * as Effect from "effect/Effect"
import { only } from "./support.ts"

const filesOf = Effect.fnUntraced(function* (command: string) {
  return cursorAdapter.filesOf(yield* only("preToolUse", { command }))
})

const ofHandler = Effect.fnUntraced(function* (handler: Handler) {
  const binding = yield* only("preToolUse", { command: "true" })
  return cursorAdapter.filesOf({ ...binding, handler })
})

describe("the files that a command names (CUR-108)", () => {
  it.effect.each([
    ["./guard.sh", ["./guard.sh"]],
    [".cursor/hooks/guard.sh --strict", [".cursor/hooks/guard.sh"]],
    ["/opt/guard", ["/opt/guard"]],
    ["python3 .cursor/hooks/guard.py", [".cursor/hooks/guard.py"]],
    ["npx tsx hooks/guard.ts", ["hooks/guard.ts"]],
    ["bash -eu guard.sh", ["guard.sh"]],
    ["'my hooks/guard.sh'", ["my hooks/guard.sh"]],
    ["my\\ hooks/guard.sh", ["my hooks/guard.sh"]],
    ["MODE=strict ./guard.sh", ["./guard.sh"]],
    ["RULES=rules/deny.txt ./guard.sh", ["rules/deny.txt", "./guard.sh"]],
    ["./guard.sh --rules=deny.txt -f allow.txt", ["./guard.sh", "deny.txt", "allow.txt"]],
    [
      "cat | ./first.sh | ./second.sh && ./third.sh; ./fourth.sh",
      ["./first.sh", "./second.sh", "./third.sh", "./fourth.sh"]
    ],
    ["./a.sh\n./b.sh", ["./a.sh", "./b.sh"]],
    ["(./a.sh) & ./b.sh", ["./a.sh", "./b.sh"]],
    ["./a.sh # see ./notes.md\n./b.sh", ["./a.sh", "./b.sh"]],
    ["./a.sh < rules.txt > /tmp/log.txt 2>> errors.txt", ["./a.sh", "rules.txt"]],
    ["cd .cursor/hooks && ./guard.sh", [".cursor/hooks", "./guard.sh", ".cursor/hooks/./guard.sh"]],
    ["cd /opt && ./guard.sh", ["/opt", "./guard.sh", "/opt/./guard.sh"]],
    ['"$CURSOR_PROJECT_DIR"/.cursor/hooks/guard.sh', [".cursor/hooks/guard.sh"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's variable
    ['bash "${CLAUDE_PROJECT_DIR}/guard.sh"', ["guard.sh"]],
    ["$PWD/guard.sh", ["guard.sh"]],
    ["$HOME/guard.sh", []],
    ["$PWD/$NAME.sh", []],
    ['"$(dirname "$0")/guard.sh"', []],
    ["~/guard.sh ./*.sh", []],
    ["", []]
  ] as const)("of %s", ([command, files]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ofHandler({ _tag: "Shell", command }), [...files])
    })
  )

  it.effect.each([
    ["bash -c 'exec guard.sh --rules=deny.txt'", ["guard.sh", "deny.txt"]],
    ["sh -c 'cd rules && cat conf.json' -- more.txt", ["more.txt", "conf.json", "rules/conf.json"]],
    ["/bin/sh -eu -o pipefail -c 'node guard.mjs'", ["/bin/sh", "guard.mjs"]],
    ["timeout 5 env A=1 bash -ec 'python3 guard.py'", ["guard.py"]],
    [`sh -c "bash -c 'zsh -c \\"node deep.mjs\\"'"`, ["deep.mjs"]],
    ["eval node 'guard.mjs --list=deny.txt'", ["guard.mjs", "deny.txt"]],
    ["true && bash -c 'node a.mjs'; sh -c 'node b.mjs'", ["a.mjs", "b.mjs"]],
    ["echo 'no: see the notes in rules.md for why'", []],
    ["sh -c", []],
    ["jq -e .", []],
    ["exit 2", []],
    ["curl https://example.com/guard", []]
  ] as const)("of the command lines in %s", ([command, files]) =>
    Effect.gen(function* () {
      // A command line as a whole may look like a file with blanks in its name, which does no harm.
      const found = (yield* ofHandler({ _tag: "Shell", command })).filter((file) => !file.includes(" "))
      assert.deepStrictEqual(found, [...files])
    })
  )

  it.effect("of a command line that a shell is given, with its options", () =>
    Effect.gen(function* () {
      const files = yield* ofHandler({ _tag: "Shell", command: 'bash -lc "./x.sh --config=conf.json"' })
      assert.includeMembers([...files], ["./x.sh", "conf.json"])
      const exec = { _tag: "Exec", program: "bash", arguments: ["-lc", "node x.mjs --config=conf.json"] } as const
      assert.includeMembers([...(yield* ofHandler(exec))], ["x.mjs", "conf.json"])
    })
  )

  it.effect("of a definition as it was read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* filesOf("./guard.sh"), ["./guard.sh"])
    })
  )

  it.effect("of a program with arguments, and of what could not be read", () =>
    Effect.gen(function* () {
      const exec = { _tag: "Exec", program: "/opt/guard", arguments: ["--rules=a.txt", "-v", "b/c d.sh"] } as const
      assert.deepStrictEqual(yield* ofHandler(exec), ["/opt/guard", "a.txt", "b/c d.sh"])
      assert.deepStrictEqual(yield* ofHandler({ _tag: "Unusable", label: "./guard.sh" }), [])
    })
  )

  it.effect("in time also of a command that nobody wrote", () =>
    Effect.gen(function* () {
      for (const piece of [
        "(",
        "#",
        "cd a/b;",
        "./a.sh\n",
        "'",
        '"$(',
        "a b ",
        "> x ",
        "sh -c ",
        "eval ",
        "bash -c 'a.sh' "
      ]) {
        const command = piece.repeat(Math.floor(262_144 / piece.length))
        assert.isAtMost((yield* ofHandler({ _tag: "Shell", command })).length, 256)
      }
    })
  )
})
