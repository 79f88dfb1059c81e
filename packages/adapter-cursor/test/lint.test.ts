import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import type { LintWorld } from "@pawl/core"
import * as Effect from "effect/Effect"
import { hooksFile } from "./support.ts"

type What = "missing" | "folder" | "file" | "executable" | "other"

/** A world that holds these paths, and these programs on the PATH. */
const world = (paths: Readonly<Record<string, What>>, programs: ReadonlyArray<string>): LintWorld => ({
  resolve: (path) => (path.startsWith("/") ? path : `/repo/${path.replace(/^\.\/?/u, "")}`).replace(/\/$/u, ""),
  look: (path) => Effect.succeed(Object.hasOwn(paths, path) ? (paths[path] ?? "missing") : "missing"),
  findProgram: (name) => Effect.succeed(programs.includes(name)),
  read: () => Effect.succeed(undefined),
  socketStreams: []
})

const here = world(
  {
    "./run.sh": "executable",
    "./plain.sh": "file",
    "hooks/guard.py": "file",
    "/opt/tool": "executable",
    "./dir": "folder",
    ".cursor/hooks/my guard.sh": "executable",
    "./three  word guard.py": "file"
  },
  ["python3", "node", "sh", "bash", "jq"]
)

const findingsOf = Effect.fnUntraced(function* (command: string, event = "beforeShellExecution") {
  const parsed = yield* cursorAdapter.parse(hooksFile({ [event]: [{ command }] }))
  return yield* cursorAdapter.lint(parsed, here)
})

/** The same where hooks get sockets, with these texts of scripts. */
const withSockets = (
  texts: Readonly<Record<string, string>>,
  socketStreams: LintWorld["socketStreams"]
): LintWorld => ({
  ...here,
  read: (path) => Effect.succeed(Object.hasOwn(texts, path) ? texts[path] : undefined),
  socketStreams
})

const pluginRoot = "$" + "{CURSOR_PLUGIN_ROOT}"

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
    ["bash -eu ./plain.sh"],
    ["python3 -u hooks/guard.py"],
    ["python3 -m hooks/guard"],
    ["bash -c hooks/gone.sh"],
    ["'.cursor/hooks/my guard.sh'"],
    [".cursor/hooks/my\\ guard.sh --strict"],
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
    Effect.map(findingsOf(command), (found) => assert.isEmpty(found.filter(({ severity }) => severity !== "hint")))
  )

  it.effect.each([
    ["./gone.sh", "cursor/script-missing", "error"],
    ["./gone.sh && ./run.sh", "cursor/script-missing", "error"],
    [".cursor/hooks/a\\ b.sh", "cursor/script-missing", "error"],
    ["python3 missing.py", "cursor/script-missing", "error"],
    ["python3 hooks/nope.py", "cursor/script-missing", "error"],
    ["python3 -u hooks/nope.py", "cursor/script-missing", "error"],
    ["bash x.sh", "cursor/script-missing", "error"],
    ["sh -e x.sh", "cursor/script-missing", "error"],
    ["node x.mjs", "cursor/script-missing", "error"],
    ["node --no-warnings x.mjs", "cursor/script-missing", "error"],
    ["env A=b node x.mjs", "cursor/script-missing", "error"],
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

  const only = Effect.fnUntraced(function* (command: string) {
    const [first, ...more] = yield* findingsOf(command)
    assert.isDefined(first)
    assert.isEmpty(more)
    return { message: first.message, hint: first.hint ?? "" }
  })

  it.effect.each([
    ["./gone.sh", "/repo/gone.sh"],
    ["hooks/nope", "/repo/hooks/nope"],
    ["python3 hooks/nope.py", "/repo/hooks/nope.py"],
    ["./plain.sh", "/repo/plain.sh"]
  ] as const)("%s is named by the whole path that was tried (CUR-70)", ([command, path]) =>
    Effect.gen(function* () {
      const { message } = yield* only(command)
      assert.include(message, `beforeShellExecution[0]: "${path}" `)
    })
  )

  it.effect("a relative path is told from where it was looked up, a whole one is not (CUR-70)", () =>
    Effect.gen(function* () {
      assert.include((yield* only("./gone.sh")).hint, 'looked up from "/repo"')
      assert.notInclude((yield* only("/opt/gone.sh")).hint, "looked up")
    })
  )

  it.effect.each([
    [".cursor/hooks/my guard.sh", "'.cursor/hooks/my guard.sh'"],
    [".cursor/hooks/my guard.sh --strict", "'.cursor/hooks/my guard.sh'"],
    ["bash .cursor/hooks/my guard.sh", "'.cursor/hooks/my guard.sh'"],
    ["./three  word guard.py", "'./three  word guard.py'"]
  ] as const)("%s is told that a path with blanks needs quotes (CUR-70)", ([command, quoted]) =>
    Effect.gen(function* () {
      const { hint } = yield* only(command)
      assert.include(hint, `needs quotes, so write ${quoted}.`)
    })
  )

  it.effect.each([
    [`${pluginRoot}/h.sh --strict`, `${pluginRoot}/h.sh`],
    ["python3 $HOME/guards/h.py", "$HOME/guards/h.py"],
    ["X=1 $ROOT/h.sh", "$ROOT/h.sh"]
  ] as const)("a path below a variable is to be quoted: %s (CUR-113)", ([command, word]) =>
    Effect.gen(function* () {
      const found = (yield* findingsOf(command)).filter(({ code }) => code === "cursor/unquoted-path")
      assert.lengthOf(found, 1)
      assert.strictEqual(found[0]?.severity, "hint")
      assert.include(found[0]?.hint ?? "", `Write "${word}"`)
    })
  )

  it.effect.each([
    [`"${pluginRoot}/h.sh"`],
    ['"$HOME"/h.sh'],
    ["'$HOME/h.sh'"],
    ["echo $HOME"],
    ["sh -c '$ROOT/h.sh'"]
  ] as const)("a quoted one, and a variable by itself, is let be: %s (CUR-113)", ([command]) =>
    Effect.gen(function* () {
      const codes = (yield* findingsOf(command)).map(({ code }) => code)
      assert.notInclude(codes, "cursor/unquoted-path")
    })
  )

  it.effect("the place is that of the command (CUR-6)", () =>
    Effect.gen(function* () {
      const text = '{ "version": 1, "hooks": { "preToolUse": [{\n  "timeout": 3,\n  "command": "./gone.sh" }] } }'
      const [found] = yield* cursorAdapter.lint(yield* cursorAdapter.parse(text), here)
      assert.deepStrictEqual(found?.place, { line: 3, column: 14, at: "preToolUse[0].command" })
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

describe("streams that are opened by name", () => {
  const script =
    "#!/bin/sh\nset -eu\n# to /dev/stderr\necho checking > /dev/stderr\necho more >> /dev/fd/2\ncat /dev/stdin\n"
  const outputs = ["stdout", "stderr"] as const

  const sockets = Effect.fnUntraced(function* (
    command: string,
    texts: Readonly<Record<string, string>> = {},
    streams: LintWorld["socketStreams"] = outputs
  ) {
    const parsed = yield* cursorAdapter.parse(hooksFile({ beforeShellExecution: [{ command }] }))
    return yield* cursorAdapter.lint(parsed, withSockets(texts, streams))
  })

  it.effect("are a warning with the script, the line and what to write instead, where they are sockets (CUR-130)", () =>
    Effect.gen(function* () {
      const [found, ...more] = yield* sockets("./run.sh", { "./run.sh": script })
      assert.isEmpty(more)
      assert.deepStrictEqual(
        [found?.code, found?.severity, found?.place?.at],
        ["cursor/stream-by-name", "warning", "beforeShellExecution[0].command"]
      )
      assert.include(found?.message, '"/repo/run.sh" opens /dev/stderr (line 4 and 1 more)')
      assert.include(found?.hint, ">&2")
    })
  )

  it.effect("are told for each stream that is one (CUR-130)", () =>
    Effect.gen(function* () {
      const all = yield* sockets("bash ./plain.sh", { "./plain.sh": script }, ["stdin", "stdout", "stderr"])
      assert.deepStrictEqual(
        all.map(({ message }) => /opens (\S+) \(line (\d)/.exec(message)?.slice(1)),
        [
          ["/dev/stdin", "6"],
          ["/dev/stderr", "4"]
        ]
      )
    })
  )

  it.effect.each([
    ["echo no > /dev/stderr; exit 2", "/dev/stderr"],
    ["jq . | tee /dev/stderr", "/dev/stderr"],
    ["echo '{}' > /dev/stdout", "/dev/stdout"],
    ["echo no >/proc/self/fd/2", "/proc/self/fd/2"]
  ] as const)("are found in the command %s itself (CUR-130)", ([command, name]) =>
    Effect.gen(function* () {
      const found = (yield* sockets(command)).filter(({ code }) => code === "cursor/stream-by-name")
      assert.lengthOf(found, 1)
      assert.include(found[0]?.message, `the command opens ${name} (line 1)`)
    })
  )

  it.effect.each([
    ["echo no >&2; exit 2"],
    ["echo x > /dev/stderr.log"],
    ["echo x > /dev/null"],
    ["echo x > /dev/fd/3"],
    ["cat /dev/stdin"],
    ["./run.sh"]
  ] as const)("are none in %s where the outputs are sockets (CUR-130)", ([command]) =>
    Effect.gen(function* () {
      const codes = (yield* sockets(command)).map(({ code }) => code)
      assert.notInclude(codes, "cursor/stream-by-name")
    })
  )

  it.effect("are nothing to speak of where they are none (CUR-130)", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* sockets("./run.sh > /dev/stderr", { "./run.sh": script }, []))
    })
  )
})
