import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { judgedText } from "pawl/exec/judgedText"

/** Every character that a word of a command line can hold (all but NUL), the odd ones more often than chance has them. */
const word = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals(["'", '"', "\\", "$", "`", " ", "\t", "\n", "*", "~", "!", "#", "é", "𝒳", "a", "-", "="])
    ),
    { maxLength: 8 }
  ),
  (characters) => characters.join("")
)

describe("judgedText (CLI-10)", () => {
  it.each([
    [["git", "push", "--force"], "git push --force"],
    [["echo", ""], "echo ''"],
    [["echo", "a b", "it's"], "echo 'a b' 'it'\\''s'"],
    [["A-Z_a-z@%+=:,./-0"], "A-Z_a-z@%+=:,./-0"],
    [["rm", "-rf", "~"], "rm -rf '~'"],
    [["é"], "'é'"]
  ] as const)("writes %j as %s", (words, text) => {
    assert.strictEqual(judgedText(words), text)
  })

  it.prop(
    "a POSIX shell reads exactly the words back from it",
    [Arbitrary.array(word, { minLength: 1, maxLength: 6 })],
    ([words]) => {
      const { stdout } = spawnSync("/bin/sh", ["-c", `printf '%s\\0' ${judgedText(words)}`], { encoding: "utf8" })
      assert.deepStrictEqual(stdout.split("\0").slice(0, -1), words)
    },
    { arbitrary: { runs: 100 } }
  )
})
