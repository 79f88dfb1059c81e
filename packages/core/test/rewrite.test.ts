import { assert, describe, it } from "@effect/vitest"
import { type Action, actionOf, coreCodes, type Envelope, noEffects } from "@pawl/core"
import { sampleActions } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { after, atPrompt, atResult, codes, dispatch, prompt, reasonOf } from "./dispatching.ts"
import { type BindingFields, binding, envelope, honouring, type Scripts, snapshotWith, testAdapter } from "./support.ts"

const moment = (action: Action): Envelope => envelope({ _tag: "tool.pre", action })
const shell: Action = { _tag: "ShellRun", command: "ls", cwd: "/repo", raw: { command: "ls" } }

/** Hooks that replace the input, and an adapter that makes of each input the action that a table has for it. */
const replacing = (
  inputs: { readonly [hook: string]: Schema.Json },
  actions: { readonly [input: string]: Action },
  at: {
    readonly envelope?: Envelope
    readonly make?: (id: string, more?: BindingFields) => ReturnType<typeof binding>
  } = {}
) => {
  const scripts: Scripts = Object.fromEntries(
    Object.entries(inputs).map(([hook, replacementInput]) => [hook, { answers: { ...noEffects, replacementInput } }])
  )
  const make = at.make ?? binding
  return dispatch(snapshotWith(...Object.keys(inputs).map((hook) => make(hook))), {
    moment: at.envelope ?? moment(shell),
    adapters: [
      testAdapter(scripts, {
        rewritten: (_, input) => {
          const action = actions[JSON.stringify(input)]
          return action === undefined ? Result.fail({ message: "it has no command" }) : Result.succeed(action)
        }
      })
    ]
  })
}

describe("a replaced input that a host honours (CORE-67)", () => {
  it.effect("is the action that it makes", () =>
    Effect.gen(function* () {
      const dir: Action = { _tag: "ShellRun", command: "dir", cwd: "/repo" }
      const outcome = yield* replacing({ a: 1 }, { "1": dir })
      assert.deepStrictEqual(outcome.rewritten, dir)
      assert.deepStrictEqual(outcome.merged.replacementInput, { binding: "a", value: 1 })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
    })
  )

  it.effect("is a denial when it is none of the tool, and names tool, hook and what is wrong", () =>
    Effect.gen(function* () {
      const outcome = yield* replacing({ a: 1 }, {})
      assert.deepStrictEqual(reasonOf(outcome), {
        text: "The hook a replaced the input of Shell by one that cannot be run: it has no command",
        author: "engine",
        cause: "rewrite-unsupported",
        binding: "a"
      })
      assert.isUndefined(outcome.rewritten)
      assert.isUndefined(outcome.merged.replacementInput)
      assert.deepStrictEqual(codes(outcome), [coreCodes.rewriteUnreadable])
    })
  )

  it.effect("is a halt on a prompt, and only a report after the fact", () =>
    Effect.gen(function* () {
      const held = yield* replacing({ a: 1 }, {}, { envelope: envelope(prompt), make: atPrompt })
      assert.deepInclude(held.merged.halt, { cause: "rewrite-unsupported", binding: "a" })
      const told = yield* replacing({ a: 1 }, {}, { envelope: envelope(after), make: atResult })
      assert.strictEqual(told.merged.verdict._tag, "None")
      assert.deepStrictEqual(codes(told), [coreCodes.rewriteUnreadable])
    })
  )

  const { McpResource, McpTool } = sampleActions
  const others: ReadonlyArray<readonly [string, Action, Action]> = [
    ["another kind", shell, sampleActions.FileDelete],
    ["another MCP tool", McpTool, { ...McpTool, tool: "delete_issue" }],
    ["another server by its id", { ...McpTool, serverId: "1" }, { ...McpTool, serverId: "2" }],
    ["another server by its name", McpTool, { ...McpTool, serverName: "elsewhere" }],
    ["another server by its address", McpTool, { ...McpTool, serverUrl: "https://example.com/" }],
    ["another server by its command", McpTool, { ...McpTool, serverCommand: "./server" }],
    ["a server that is not said any more", McpTool, { _tag: "McpTool", tool: McpTool.tool, input: McpTool.input }],
    ["another resource", McpResource, { ...McpResource, name: "licence" }],
    ["the resource of another server", McpResource, { ...McpResource, serverName: "elsewhere" }],
    ["another tool of the host's own", sampleActions.Custom, { ...sampleActions.Custom, name: "Publish" }]
  ]
  it.effect.each(others)("may not make another tool of an action: %s", ([, before, replaced]) =>
    Effect.gen(function* () {
      const outcome = yield* replacing({ a: 1 }, { "1": replaced }, { envelope: moment(before) })
      assert.deepInclude(reasonOf(outcome), { cause: "rewrite-unsupported" })
    })
  )

  it.effect("is no rewrite when it changes nothing, in whatever order its keys are", () =>
    Effect.gen(function* () {
      const before: Action = { ...sampleActions.McpTool, input: { a: 1, b: { c: 2, d: [3] } } }
      const same: Action = { ...sampleActions.McpTool, input: { b: { d: [3], c: 2 }, a: 1 } }
      const outcome = yield* replacing({ a: 1 }, { "1": same }, { envelope: moment(before) })
      assert.isUndefined(outcome.rewritten)
      assert.strictEqual(outcome.merged.verdict._tag, "None")
    })
  )

  it.effect("is a rewrite when only the host's own JSON of the call is another", () =>
    Effect.gen(function* () {
      const outcome = yield* replacing({ a: 1 }, { "1": { ...shell, raw: { command: "ls", timeout: 1 } } })
      assert.isDefined(outcome.rewritten)
    })
  )

  it.effect("that changes nothing lets a later one count; two that change something do not (CORE-71)", () =>
    Effect.gen(function* () {
      const dir: Action = { ...shell, command: "dir" }
      const pwd: Action = { ...shell, command: "pwd" }
      const actions = { "1": shell, "2": dir, "3": pwd }
      const shadowed = yield* replacing({ a: 1, b: 2, c: 3 }, actions)
      assert.deepStrictEqual(shadowed.rewritten, dir)
      assert.strictEqual(shadowed.merged.replacementInput?.binding, "b")
      assert.deepStrictEqual(codes(shadowed), [coreCodes.overridden])
      assert.deepStrictEqual(actionOf(moment(shell).payload), shell)
    })
  )

  it.effect("that cannot be run is not forgotten behind one that changes nothing (CORE-71)", () =>
    Effect.gen(function* () {
      const outcome = yield* replacing({ a: 1, b: 2 }, { "1": shell })
      assert.deepInclude(reasonOf(outcome), { cause: "rewrite-unsupported", binding: "b" })
    })
  )

  it.effect("is refused by a host that honours none, also when it changes nothing (CORE-52)", () =>
    Effect.gen(function* () {
      const scripts: Scripts = { a: { answers: { ...noEffects, replacementInput: 1 } } }
      const outcome = yield* dispatch(snapshotWith(binding("a")), { scripts, profile: honouring("verdict") })
      assert.deepInclude(reasonOf(outcome), { cause: "unsupported-effect", binding: "a" })
    })
  )
})
