import { assert, describe, it } from "@effect/vitest"
import { actionOf, type Envelope, type Payload } from "@pawl/core"
import { RecordingAdapter } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { Ending } from "pawl/endAs"
import { exec } from "pawl/exec/exec"
import { parseCall } from "pawl/exec/parseCall"
import { Terminal } from "pawl/exec/Terminal"
import { FileServices } from "pawl/FileServices"
import { Signals } from "pawl/Signals"
import { heardOutput } from "../support/heardOutput.ts"
import { until } from "../support/processes.ts"
import { emptyProject } from "../support/project.ts"

/** What a call came to: how it ends, what was said, and every moment that a hook was asked about or told of. */
interface Call {
  readonly ending: Ending
  readonly said: string
  readonly moments: ReadonlyArray<Envelope>
}

const hook = (boundary: string, answer: string) => JSON.stringify({ boundary, command: `echo '${answer}'` })

const servicesFor = (said: Array<string>, person?: boolean) => {
  const say = (text: string) => Effect.sync(() => void said.push(text))
  return Layer.mergeAll(
    FileServices,
    RecordingAdapter.layerFormats(),
    Signals.layer,
    heardOutput(say),
    Layer.succeed(Terminal, {
      present: Effect.succeed(person !== undefined),
      confirm: () => Effect.succeed(person === true)
    })
  )
}

/**
 * One call of exec in this process, with real files, hooks and commands, and an adapter that keeps what it is asked. The
 * person at the terminal answers as told; without an answer there is no terminal.
 */
const call = (words: ReadonlyArray<string>, verdict: object, person?: boolean) =>
  Effect.gen(function* () {
    const project = yield* emptyProject
    const lines = [
      hook("tool.pre", JSON.stringify(verdict)),
      hook("tool.result", JSON.stringify({ verdict: "deny", reason: "too late" })),
      hook("tool.failure", JSON.stringify({ notice: "noted" }))
    ]
    const file = project.write("hooks.recording", lines.join("\n"))
    const parsed = yield* Effect.fromResult(parseCall(["--hooks", file, "--hooks-only", ...words]))
    if (parsed === "help") return yield* Effect.die("help")
    const said: Array<string> = []
    return yield* Effect.gen(function* () {
      const ending = yield* exec(parsed)
      const calls = yield* (yield* RecordingAdapter).calls
      const moments = calls.flatMap((one) => (one._tag === "Encode" ? [one.envelope] : []))
      const result: Call = { ending, said: said.join(""), moments }
      return result
    }).pipe(Effect.provide(servicesFor(said, person)))
  })

const payloads = ({ moments }: Call): ReadonlyArray<Payload> => moments.map(({ payload }) => payload)
const allow = { verdict: "allow" }

describe("what hooks are told when the command has ended (CLI-13, CLI-18)", () => {
  it.live("tool.result after a command that has started and ended, with any code, which still counts", () =>
    Effect.gen(function* () {
      const done = yield* call(["--", "sh", "-c", "exit 3"], allow)
      assert.deepStrictEqual(done.ending, { _tag: "Exit", code: 3 })
      const [pre, result] = payloads(done)
      assert.deepInclude(pre, { _tag: "tool.pre" })
      assert.ok(result?._tag === "tool.result")
      assert.deepInclude(result.action, { _tag: "ShellRun", command: "sh -c 'exit 3'" })
      assert.deepInclude(result.result, { _tag: "ShellResult", state: "finished", exitCode: 3 })
      assert.isAtLeast(result.durationMs ?? -1, 0)
      assert.lengthOf(done.moments, 2)
    })
  )

  it.live("all of one call under one id: conversation, turn and run", () =>
    Effect.gen(function* () {
      const { moments } = yield* call(["--", "true"], allow)
      const ids = moments.flatMap(({ conversationId, turnId, runId }) => [conversationId, turnId, runId])
      assert.lengthOf(ids, 6)
      assert.lengthOf([...new Set(ids)], 1)
      assert.lengthOf([...new Set(moments.map(({ actionId }) => actionId))], 1)
    })
  )

  it.live.each([
    ["was denied by a hook", ["--", "true"], { verdict: "deny", reason: "no" }, undefined, "DeniedByHook", 126],
    ["was not confirmed", ["--", "true"], { verdict: "ask", reason: "sure?" }, false, "DeniedByHost", 126],
    ["does not exist", ["--", "no-such-command"], allow, undefined, "Failed", 127]
  ] as const)("tool.failure after a command that %s", ([, words, verdict, person, tag, code]) =>
    Effect.gen(function* () {
      const done = yield* call(words, verdict, person)
      assert.deepStrictEqual(done.ending, { _tag: "Exit", code })
      const [, failure] = payloads(done)
      assert.ok(failure?._tag === "tool.failure")
      assert.strictEqual(failure.failure._tag, tag)
      assert.include(done.said, "noted")
    })
  )

  it.live("tool.failure, as interrupted, after a command that died of a signal", () =>
    Effect.gen(function* () {
      const done = yield* call(["--", "sh", "-c", "kill -TERM $$"], allow)
      assert.deepStrictEqual(done.ending, { _tag: "Signal", signal: "SIGTERM" })
      const [, failure] = payloads(done)
      assert.ok(failure?._tag === "tool.failure")
      assert.strictEqual(failure.failure._tag, "Cancelled")
    })
  )

  it.live("and the surface says whether somebody is there", () =>
    Effect.gen(function* () {
      const surfaces = ({ moments }: Call) => [...new Set(moments.map(({ surface }) => surface))]
      assert.deepStrictEqual(surfaces(yield* call(["--", "true"], allow, true)), ["interactive"])
      assert.deepStrictEqual(surfaces(yield* call(["--", "true"], allow)), ["command-line-run"])
      assert.deepStrictEqual(surfaces(yield* call(["--headless", "--", "true"], allow, true)), ["command-line-run"])
    })
  )

  it.live("the command that a hook has put in the place of the one that was asked for, and how that one ended", () =>
    Effect.gen(function* () {
      const done = yield* call(["--", "true"], { verdict: "allow", input: { command: "exit 3" } })
      assert.deepStrictEqual(done.ending, { _tag: "Exit", code: 3 })
      const commands = done.moments.map(({ payload }) => {
        const action = actionOf(payload)
        return [payload._tag, action?._tag === "ShellRun" ? action.command : undefined]
      })
      assert.deepStrictEqual(commands, [
        ["tool.pre", "true"],
        ["tool.pre", "exit 3"],
        ["tool.result", "exit 3"]
      ])
    })
  )

  it.live("a command that was to end after a time, which this host cannot see to, is not run", () =>
    Effect.gen(function* () {
      const done = yield* call(["--", "true"], { verdict: "allow", input: { command: "true", timeoutMs: 5 } })
      assert.deepStrictEqual(done.ending, { _tag: "Exit", code: 126 })
      assert.match(done.said, /is to end after a time, which pawl exec cannot see to/)
    })
  )

  it.live("nothing, when the judgement itself is interrupted", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const line = JSON.stringify({ boundary: "tool.pre", command: `touch ${project.file("asked")}; sleep 600` })
      const told = JSON.stringify({ boundary: "tool.failure", command: `touch ${project.file("told")}` })
      const file = project.write("hooks.recording", `${line}\n${told}`)
      const parsed = yield* Effect.fromResult(parseCall(["--hooks", file, "--hooks-only", "--", "true"]))
      if (parsed === "help") return yield* Effect.die("help")
      const said: Array<string> = []
      const fiber = yield* Effect.forkChild(Effect.provide(exec(parsed), servicesFor(said)))
      yield* until(() => project.read("asked") !== undefined)
      yield* Fiber.interrupt(fiber)
      assert.isUndefined(project.read("told"))
      assert.deepStrictEqual(said, [])
    })
  )
})
