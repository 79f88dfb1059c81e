import { assert, describe, it } from "@effect/vitest"
import {
  type Action,
  coreCodes,
  type DispatchOutcome,
  type HookFormatAdapter,
  noEffects,
  type Payload
} from "@pawl/core"
import { sampleActions, sampleResults } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dispatch, reasonOf } from "./dispatching.ts"
import { binding, denies, envelope, honouring, type Scripts, seen, snapshotWith, testAdapter } from "./support.ts"

type Rewriting = HookFormatAdapter["Service"]["rewritten"]

const before = (action: Action): Payload => ({ _tag: "tool.pre", action })
const asksFor = { answers: { ...noEffects, replacementInput: { command: "ls" } } }

/** One dispatch of a moment, with a hook that replaces the input and an adapter that reads it so. */
const rewriting = (
  rewritten: Rewriting,
  payload: Payload = before(sampleActions.ShellRun),
  scripts: Scripts = { a: asksFor },
  more: Parameters<typeof dispatch>[1] = {}
): Effect.Effect<DispatchOutcome> =>
  dispatch(
    snapshotWith(
      ...Object.keys(scripts).map((id) =>
        binding(id, { boundary: payload._tag === "extension" ? "tool.pre" : payload._tag })
      )
    ),
    { scripts, moment: envelope(payload), adapters: [testAdapter(scripts, { rewritten })], ...more }
  )

const to =
  (change: object): Rewriting =>
  (action) =>
    Result.succeed(Object.assign({}, action, change))

const refusedText = (outcome: DispatchOutcome): string | undefined =>
  reasonOf(outcome)?.cause === "rewrite-unsupported" ? reasonOf(outcome)?.text : undefined

describe("HookDispatcher.dispatch, a replaced input that the host honours (CORE-67)", () => {
  it.effect("is the action that the adapter makes of it", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(to({ command: "ls" }))
      assert.deepStrictEqual(outcome.rewritten, { ...sampleActions.ShellRun, command: "ls" })
      assert.deepStrictEqual(outcome.merged.replacementInput, { binding: "a", value: { command: "ls" } })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.isEmpty(outcome.diagnostics)
    })
  )

  it.effect("hands the adapter the action, the input and the moment", () =>
    Effect.gen(function* () {
      const given: Array<unknown> = []
      yield* rewriting((...all) => {
        given.push(...all)
        return Result.succeed(all[0])
      })
      const { ShellRun } = sampleActions
      assert.deepStrictEqual(given, [ShellRun, { command: "ls" }, envelope(before(ShellRun))])
    })
  )

  it.effect.each([
    ["the same action", {}],
    ["with other marks", { secretFields: ["command"], binaryFields: [] }],
    ["without the host's own JSON", { raw: undefined }]
  ] as const)("that makes %s is no rewrite", ([, change]) =>
    Effect.gen(function* () {
      const action: Action = { ...sampleActions.ShellRun, raw: { command: "git status" } }
      const same: Rewriting = () => {
        const { raw, ...rest } = { ...action, ...change }
        return Result.succeed(raw === undefined ? rest : { ...rest, raw })
      }
      const outcome = yield* rewriting(same, before(action))
      assert.isUndefined(outcome.rewritten)
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.isUndefined(outcome.merged.replacementInput)
    })
  )

  it.effect("that changes only the host's own JSON of the call is a rewrite", () =>
    Effect.gen(function* () {
      const action: Action = { _tag: "FileEdit", path: "a", raw: { patch: "one" } }
      const outcome = yield* rewriting(to({ raw: { patch: "two" } }), before(action))
      assert.deepStrictEqual(outcome.rewritten, { ...action, raw: { patch: "two" } })
    })
  )

  it.effect("the order of keys in an input of somebody else's tool is no change", () =>
    Effect.gen(function* () {
      const action: Action = { _tag: "McpTool", tool: "t", input: { a: 1, b: [2] } }
      const outcome = yield* rewriting(to({ input: { b: [2], a: 1 } }), before(action))
      assert.isUndefined(outcome.rewritten)
    })
  )

  it.effect("that is none of the tool's is a denial that says which hook, which tool and why", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* rewriting(
        () => Result.fail({ message: "no command in it\u001b[8m" }),
        before(sampleActions.ShellRun),
        { a: asksFor },
        { seen: log }
      )
      const text = "The hook a replaced the input of Shell by one that cannot be run: no command in it\\x1b[8m"
      assert.deepStrictEqual(reasonOf(outcome), { text, author: "engine", cause: "rewrite-unsupported", binding: "a" })
      assert.isUndefined(outcome.rewritten)
      assert.isUndefined(outcome.merged.replacementInput)
      const told = { code: coreCodes.rewriteUnreadable, severity: "warning", message: text, binding: "a" } as const
      assert.deepStrictEqual(outcome.diagnostics, [told])
      assert.deepInclude(log.events, { _tag: "DiagnosticFound", diagnostic: told })
    })
  )

  const { Custom, McpResource, McpTool, ShellRun } = sampleActions
  it.effect.each<readonly [string, Action, Action, RegExp]>([
    ["another kind", ShellRun, { _tag: "FileDelete", paths: ["a"] }, /it would call Delete instead/],
    ["another tool of a server", McpTool, { ...McpTool, tool: "drop" }, /it would call MCP:drop instead/],
    ["another tool of the host's own", Custom, { ...Custom, name: "Other" }, /it would call Other instead/],
    ["a tool of another server by id", McpTool, { ...McpTool, serverId: "b" }, /of another server/],
    ["a tool of another server by name", McpTool, { ...McpTool, serverName: "b" }, /of another server/],
    ["a tool of another server by address", McpTool, { ...McpTool, serverUrl: "https://b" }, /of another server/],
    ["a tool of another server by command", McpTool, { ...McpTool, serverCommand: "b" }, /of another server/],
    ["a resource of another server", McpResource, { ...McpResource, serverId: "b" }, /of another server/],
    ["a tool that ends otherwise when denied", Custom, { ...Custom, denied: "marker" }, /end in another way/]
  ])("that makes %s of it is a denial", ([, action, other, why]) =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(() => Result.succeed(other), before(action))
      assert.match(refusedText(outcome) ?? "", why)
      assert.isUndefined(outcome.rewritten)
    })
  )

  it.effect("that cannot be read holds a prompt, and is told after the fact", () =>
    Effect.gen(function* () {
      const held = yield* rewriting(to({}), { _tag: "prompt.submit", prompt: "hello", attachments: [] })
      assert.strictEqual(held.merged.halt?.cause, "rewrite-unsupported")
      assert.match(held.merged.halt?.text ?? "", /the input of the action by one .* not about a call of a tool/)
      const done: Payload = { _tag: "tool.result", action: ShellRun, result: sampleResults.ShellResult }
      const after = yield* rewriting(() => Result.fail({ message: "no" }), done)
      assert.strictEqual(after.merged.verdict._tag, "None")
      assert.isUndefined(after.merged.replacementInput)
      assert.deepStrictEqual(
        after.diagnostics.map(({ code }) => code),
        [coreCodes.rewriteUnreadable]
      )
    })
  )

  it.effect("does not lift a denial of another hook, and the first in order counts", () =>
    Effect.gen(function* () {
      const scripts: Scripts = {
        a: asksFor,
        b: { answers: { ...noEffects, replacementInput: { command: "second" } } },
        c: { answers: denies("no") }
      }
      const outcome = yield* rewriting(
        (action, input) => Result.succeed(Object.assign({}, action, input)),
        before(ShellRun),
        scripts
      )
      assert.strictEqual(reasonOf(outcome)?.text, "no")
      assert.deepStrictEqual(outcome.rewritten, { ...ShellRun, command: "ls" })
      assert.deepStrictEqual(
        outcome.diagnostics.map(({ binding, code }) => [code, binding]),
        [[coreCodes.overridden, "b"]]
      )
    })
  )

  it.effect("that changes nothing lets a later one count; of two that change something the first does (CORE-71)", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(
        (action, input) => Result.succeed(Object.assign({}, action, input)),
        before(ShellRun),
        {
          a: { answers: { ...noEffects, replacementInput: { command: ShellRun.command } } },
          b: asksFor,
          c: { answers: { ...noEffects, replacementInput: { command: "third" } } }
        }
      )
      assert.deepStrictEqual(outcome.rewritten, { ...ShellRun, command: "ls" })
      assert.strictEqual(outcome.merged.replacementInput?.binding, "b")
      assert.deepStrictEqual(
        outcome.diagnostics.map(({ binding, code }) => [code, binding]),
        [[coreCodes.overridden, "c"]]
      )
    })
  )

  it.effect("that cannot be run is not forgotten behind one that changes nothing (CORE-71)", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(
        (action, input) => (input === null ? Result.fail({ message: "nothing" }) : Result.succeed(action)),
        before(ShellRun),
        { a: asksFor, b: { answers: { ...noEffects, replacementInput: null } } }
      )
      assert.match(refusedText(outcome) ?? "", /The hook b replaced the input/)
    })
  )

  it.effect("is refused where the host honours none, also when it changes nothing (CORE-52)", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(
        (action) => Result.succeed(action),
        before(ShellRun),
        { a: asksFor },
        { profile: honouring("verdict") }
      )
      assert.strictEqual(reasonOf(outcome)?.cause, "unsupported-effect")
    })
  )

  it.effect("is not read where the host honours none", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(
        () => Result.fail({ message: "asked" }),
        before(ShellRun),
        { a: asksFor },
        { profile: honouring("verdict", "notice") }
      )
      assert.strictEqual(reasonOf(outcome)?.cause, "unsupported-effect")
      assert.isUndefined(outcome.rewritten)
    })
  )

  it.effect("at which the adapter throws is a denial by the engine (CORE-60)", () =>
    Effect.gen(function* () {
      const outcome = yield* rewriting(() => {
        throw new Error("broken")
      })
      assert.strictEqual(reasonOf(outcome)?.cause, "engine")
      assert.isUndefined(outcome.rewritten)
    })
  )
})
