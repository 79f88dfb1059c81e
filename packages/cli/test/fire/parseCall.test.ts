import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type FireCall, parseCall } from "pawl/fire/parseCall"

const wrong = (...words: ReadonlyArray<string>) =>
  Result.getOrElse(Result.flip(parseCall(words)), () => "nothing wrong")

const plain: FireCall = {
  event: "stop",
  payload: undefined,
  hooks: [],
  hooksOnly: false,
  trustProject: false,
  strict: false,
  headless: false,
  reading: "tight",
  host: "everything",
  json: false
}

describe("the words of pawl fire (CLI-44)", () => {
  it("are one event, read tightly in a host that honours everything unless they say otherwise", () => {
    assert.deepStrictEqual(parseCall(["stop"]), Result.succeed(plain))
    assert.deepStrictEqual(parseCall(["--", "stop"]), Result.succeed(plain))
  })

  it("know every flag, before and behind the event, and take --hooks as often as it comes, in order", () => {
    const flags = ["--hooks-only", "--trust-project", "--strict", "--headless", "--json", "--reading", "as-written"]
    assert.deepStrictEqual(
      parseCall(["--hooks", "a", ...flags, "stop", "--payload", "-", "--host=mcp", "--hooks", "b"]),
      Result.succeed({
        ...plain,
        payload: "-",
        hooks: ["a", "b"],
        hooksOnly: true,
        trustProject: true,
        strict: true,
        headless: true,
        reading: "as-written",
        host: "mcp",
        json: true
      } as const)
    )
  })

  it.each([
    [[], "there is no EVENT; write pawl fire EVENT"],
    [[""], "there is no EVENT; write pawl fire EVENT"],
    [["stop", "payload.json"], "there is one EVENT too many, payload.json; a payload is named with --payload"],
    [["stop", "--payload"], "--payload needs a FILE"],
    [["stop", "--payload", ""], "--payload needs a FILE"],
    [["stop", "--payload", "a", "--payload", "b"], "--payload is there twice"],
    [["stop", "--host", "exce"], "there is no host exce; did you mean exec?"],
    [["stop", "--host", "cursor"], "there is no host cursor; there are everything, exec, mcp, reference"],
    [["stop", "--reading", "asWritten"], "there is no reading asWritten; did you mean as-written?"],
    [["stop", "--reading", "loose"], "there is no reading loose; there are as-written, tight, shipped"],
    [["stop", "--host", "__proto__"], "there is no host __proto__; there are everything, exec, mcp, reference"],
    [["stop", "--jsn"], "there is no flag --jsn; did you mean --json?"]
  ] as const)("are off: %j", (words, clause) => {
    assert.strictEqual(wrong(...words), clause)
  })

  it("show the help when it is asked for, with or without an event", () => {
    assert.deepStrictEqual(parseCall(["--help"]), Result.succeed("help"))
    assert.deepStrictEqual(parseCall(["stop", "-h"]), Result.succeed("help"))
  })
})
