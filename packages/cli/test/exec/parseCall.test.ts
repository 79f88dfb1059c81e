import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type ExecCall, parseCall } from "pawl/exec/parseCall"

const wrong = (...words: ReadonlyArray<string>) =>
  Result.getOrElse(Result.flip(parseCall(words)), () => "nothing wrong")

const plain: ExecCall = {
  hooks: [],
  hooksOnly: false,
  requireHooks: false,
  trustProject: false,
  headless: false,
  strict: false,
  quiet: false,
  command: { text: "ls -l", program: "ls", arguments: ["-l"] }
}

describe("the words of pawl exec (CLI-11)", () => {
  it("takes a command in words exactly as it is", () => {
    assert.deepStrictEqual(parseCall(["--", "ls", "-l"]), Result.succeed(plain))
  })

  it("hands a command line to /bin/sh, and has its own text judged", () => {
    const command = { text: "ls | wc -l", program: "/bin/sh", arguments: ["-c", "ls | wc -l"] }
    assert.deepStrictEqual(parseCall(["-c", "ls | wc -l"]), Result.succeed({ ...plain, command }))
  })

  it("knows every flag, and takes --hooks as often as it comes, in order", () => {
    const flags = ["--hooks", "a", "--hooks-only", "--require-hooks", "--trust-project", "--headless", "--strict", "-q"]
    assert.deepStrictEqual(
      parseCall([...flags, "--hooks", "b", "--", "ls", "-l"]),
      Result.succeed({
        ...plain,
        hooks: ["a", "b"],
        hooksOnly: true,
        requireHooks: true,
        trustProject: true,
        headless: true,
        strict: true,
        quiet: true
      })
    )
  })

  it.each([
    [[], "there is no command; write pawl exec -- CMD…"],
    [["--"], "there is no command behind --"],
    [["--", ""], "there is no command behind --"],
    [["-c", ""], "the command behind -c is empty"],
    [["-c", " \n"], "the command behind -c is empty"],
    [["-c", "a", "--", "b"], "there is a command behind -c and another one behind --; one of them is enough"],
    [["git", "push"], "the command belongs behind --, as in: pawl exec -- git …"],
    [["--trust-project", "git", "push", "--force"], "the command belongs behind --, as in: pawl exec -- git …"],
    [["git", "push", "--help"], "the command belongs behind --, as in: pawl exec -- git …"],
    [["--trust", "--", "ls"], "there is no flag --trust"],
    [["--trust", "git", "push"], "there is no flag --trust"]
  ] as const)("does not run %j", (words, clause) => {
    assert.strictEqual(wrong(...words), clause)
  })

  it("shows the help when it is asked for among the flags, and leaves it to the command behind --", () => {
    assert.deepStrictEqual(parseCall(["--strict", "--help"]), Result.succeed("help"))
    assert.notDeepEqual(parseCall(["--", "ls", "--help"]), Result.succeed("help"))
  })
})
