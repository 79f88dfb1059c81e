import { assert, describe, it } from "@effect/vitest"
import { boundaryOf, decodeEnvelope, Envelope } from "@pawl/core"
import { envelope, sampleActions, sampleEnvelopes, shellRun, toolPre } from "@pawl/core/testing"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

const problems = (input: unknown): ReadonlyArray<string> => {
  const read = decodeEnvelope(input)
  return Result.isFailure(read) ? read.failure.problems : []
}

describe("decodeEnvelope (CORE-10)", () => {
  it("takes every moment as it is", () => {
    const moments = [
      ...Object.values(sampleEnvelopes),
      ...Object.values(sampleActions).map((action) => toolPre(action))
    ]
    for (const moment of moments) assert.deepStrictEqual(decodeEnvelope(moment), Result.succeed(moment))
  })

  it("says all that is wrong at once, each with its place and what to write instead", () => {
    const found = problems({
      payload: { _tag: "tool.pre", action: { _tag: "ShellRun", command: 5, secretFields: "command" } },
      surface: "moon",
      host: { name: "a host" },
      at: "now",
      workspaceRoots: ["/repo", 3],
      user: null,
      model: "a model",
      facts: { vendor: { "acme/x": () => 1 } }
    })
    assert.deepStrictEqual(found, [
      "payload.action.secretFields must be an array",
      "payload.action.command must be a string",
      'surface must be one of "interactive", "tui", "fleet-run", "command-line-run", "hidden-child"',
      "host.version is missing",
      "at must be a number",
      "model must be an object",
      "workspaceRoots[1] must be a string",
      "user must be an object",
      'facts.vendor["acme/x"] must be a JSON value'
    ])
  })

  it("names what a moment and an action can be", () => {
    const [moment] = problems({ ...shellRun("ls"), payload: { _tag: "tool.maybe" } })
    assert.match(moment ?? "", /^payload must be an object whose "_tag" is one of "session\.start", .*"extension"$/u)
    const [action] = problems({ ...shellRun("ls"), payload: { _tag: "tool.pre", action: { _tag: "Shell" } } })
    assert.match(action ?? "", /^payload\.action must be an object whose "_tag" is one of "ShellRun", .*"Custom"$/u)
  })

  it("says which words and which numbers are meant", () => {
    const of = (payload: object) => problems({ ...shellRun("ls"), payload })
    assert.deepStrictEqual(of({ _tag: "turn.stop", status: "over", loopCount: 0.5 }), [
      'payload.status must be "completed" | "aborted" | "error"',
      "payload.loopCount must be an integer"
    ])
    const [result] = of({ _tag: "tool.result", action: sampleActions.ShellRead, result: {} })
    assert.match(result ?? "", /^payload\.result must be an object whose "_tag" is one of "ShellResult", /u)
  })

  it.each([undefined, null, "a text", 3, []])("refuses %j, which is no object", (input) => {
    assert.isNotEmpty(problems(input))
    assert.isTrue(problems(input).every((problem) => / (must be|is missing)/u.test(problem)))
  })

  it("shows no value, and nothing raw of a key", () => {
    const [problem, ...more] = problems({
      ...shellRun("ls"),
      facts: { vendor: { "\u001b[31m\u202e": Symbol("s3cret") } }
    })
    assert.strictEqual(problem, 'facts.vendor["\\\\x1b[31m\\\\u202e"] must be a JSON value')
    assert.isEmpty(more)
    assert.notInclude(problems({ ...shellRun("ls"), at: "s3cret" }).join(), "s3cret")
  })

  it("never throws, however deep a value is nested or whatever it does when it is looked at", () => {
    const deep = Array.from({ length: 50_000 }).reduce<Schema.Json>((inner) => [inner], [])
    const moment = { ...envelope({ _tag: "extension", boundary: "acme/deep", data: deep }) }
    assert.isTrue(["Success", "Failure"].includes(decodeEnvelope(moment)._tag))
    const hostile = {
      ...moment,
      get payload(): never {
        throw new Error("no")
      }
    }
    assert.deepStrictEqual(problems(hostile), ["the moment is nested too deep, or throws when it is looked at"])
  })

  it.prop("takes what it has given", [Envelope], ([moment]) => {
    const read = decodeEnvelope(moment)
    assert.isTrue(Result.isSuccess(read))
    if (Result.isSuccess(read)) assert.strictEqual(boundaryOf(read.success.payload), boundaryOf(moment.payload))
  })
})
