import fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { commandLine, shellAt } from "../src/Shell.ts"
import { layer, makeFolder, run, textOf } from "./support.ts"

const lineOf = (command: string, stays = true) =>
  commandLine({ _tag: "Shell", command }, { program: "/bin/sh", stays })?.arguments.at(-1)

const hasTrap = (command: string) => lineOf(command) !== command

describe("what a shell is told (RUN-1, RUN-64)", () => {
  it("is the line, at its end and whole, and nothing else where the shell makes way for its program", () => {
    for (const command of ["./guard.sh", "a && b", "echo $(x)", "x & wait", ""]) {
      assert.isTrue(lineOf(command)?.endsWith(command))
      assert.strictEqual(lineOf(command, false), command)
    }
  })

  it("is a trap before it where the shell stays, and no line is left alone without a reason", () => {
    const waits = [
      "./guard.sh",
      "node .cursor/hooks/guard.mjs --strict",
      `"$CURSOR_PROJECT_DIR/hooks/guard.sh" 2>&1 >/dev/null`,
      "cd hooks && ./guard.sh",
      "./a.sh || ./b.sh; ./c.sh",
      "jq -e . | ./guard.sh <&0",
      "if true; then exit 2; fi",
      "first\nsecond",
      "trapped.sh"
    ]
    for (const command of waits) assert.isTrue(hasTrap(command), command)
  })

  it("is the line alone where it starts something in the background, substitutes, traps, or begins like an option", () => {
    const alone = [
      "sleep 300 & p=$!; kill $p; wait $p; exit 2",
      "x&",
      "a &&b& c",
      "a &>log",
      "echo $(./ask.sh)",
      "echo `./ask.sh`",
      "trap 'exit 2' TERM; sleep 5",
      "trap '' TERM; ./x",
      "-x"
    ]
    for (const command of alone) assert.isFalse(hasTrap(command), command)
  })

  it("depends on what a shell is, whatever it is called", () => {
    const name = fs.realpathSync("/bin/sh")
    assert.strictEqual(shellAt("/bin/sh").stays, /(?:dash|ash|busybox)$/.test(name) && !name.endsWith("bash"))
    assert.isFalse(shellAt("/bin/bash").stays)
    assert.isFalse(shellAt("/not/there").stays)
  })
})

describe("a line that is ended at its deadline (RUN-64)", () => {
  it.live("runs no command behind the one that was running, and says what that has refused with", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      fs.writeFileSync(`${folder}/program`, `trap 'exit 7' TERM; while :; do sleep 0.02; done`)
      const outcome = yield* run(folder, "sh ./program; echo later; exit 0", { timeoutMs: 1_500 })
      assert.strictEqual(textOf(outcome), "")
      // A shell that makes way for its last program only is ended at once where another command follows.
      const late = shellAt("/bin/sh").stays ? { lateCode: 7 } : {}
      assert.deepStrictEqual(outcome.ending, { _tag: "TimedOut", phase: "running", ...late })
    }).pipe(Effect.provide(layer()))
  )
})

describe("a line that ends a child which it has just started (RUN-1)", () => {
  it.live("is not kept waiting for it", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      for (const line of [
        "sleep 300 & p=$!; [ -f /nope ]; kill $p; wait $p; exit 2",
        "(while :; do sleep 1; done) & t=$!; [ -n x ] && kill $t; wait; exit 2"
      ]) {
        const outcome = yield* run(folder, line, { timeoutMs: 20_000 })
        assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 2 })
      }
    }).pipe(Effect.provide(layer()))
  )
})
