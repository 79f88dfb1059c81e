import { assert, describe, it } from "@effect/vitest"
import { CursorAdapter, cursorAdapter, cursorEvents, findings } from "@pawl/adapter-cursor"
import {
  coreBoundaryTable,
  defaultRunPolicy,
  describeBoundary,
  everythingProfile,
  execProfile,
  HookFormatAdapter,
  HookFormats,
  type HostProfile,
  type Identity,
  identityEnv,
  outcomeOf,
  reduce,
  referenceProfile,
  refuse
} from "@pawl/core"
import { binding, shellRun } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodeAnswer, hooksFile, load, only, projectFile } from "./support.ts"

const identity: Identity = {
  format: "cursor",
  event: "beforeShellExecution",
  binding: "/repo/.cursor/hooks.json#beforeShellExecution[0]",
  projectDirectory: "/repo",
  hostVersion: "2.4.0",
  remote: false
}

describe("the adapter", () => {
  it.effect("is filed under its format (CUR-1)", () =>
    Effect.gen(function* () {
      const formats = yield* HookFormats
      assert.strictEqual(formats.get("cursor"), cursorAdapter)
      assert.strictEqual(yield* HookFormatAdapter, cursorAdapter)
    }).pipe(Effect.provide([HookFormats.layer(CursorAdapter.layer), CursorAdapter.layer]))
  )

  it.effect("takes one shell hook all the way (CUR-1)", () =>
    Effect.gen(function* () {
      const text = hooksFile({ beforeShellExecution: [{ command: "./no-force.sh", matcher: "--force" }] })
      const parsed = yield* cursorAdapter.parse(text)
      const made = cursorAdapter.bindings(parsed, { source: projectFile, profile: execProfile, reading: "tight" })
      const envelope = shellRun("git push --force")
      const selections = yield* cursorAdapter.select(envelope, made.bindings)
      assert.deepStrictEqual(selections, [{ _tag: "Run" }])
      const [first] = made.bindings
      assert.isDefined(first)
      const input = Result.getOrThrow(cursorAdapter.encode(envelope, first))
      assert.include(new TextDecoder().decode(input.stdin), '"command":"git push --force"')
      const outcome = outcomeOf({ _tag: "Exited", code: 2 })
      const effects = cursorAdapter.decode({ binding: first, envelope, outcome, policy: defaultRunPolicy })
      assert.deepStrictEqual(
        [effects.verdict, effects.reasons[0]?.text],
        ["deny", "Denied by hook ./no-force.sh (exit 2)."]
      )
    })
  )

  it.effect("reads a hook that somebody built by hand in its default reading, for the whole event (CUR-20)", () =>
    Effect.gen(function* () {
      const byHand = binding({ event: "beforeShellExecution", format: "cursor" })
      assert.deepStrictEqual(yield* cursorAdapter.select(shellRun("ls"), [byHand]), [{ _tag: "Run" }])
      const unknown = binding({ event: "noEvent", format: "cursor" })
      const [selection] = yield* cursorAdapter.select(shellRun("ls"), [unknown])
      assert.strictEqual(selection?._tag, "Skip")
      const effects = cursorAdapter.decode({
        binding: unknown,
        envelope: shellRun("ls"),
        outcome: outcomeOf({ _tag: "Exited", code: 0 }),
        policy: defaultRunPolicy
      })
      assert.deepStrictEqual([effects.verdict, effects.reasons[0]?.cause], ["deny", "engine"])
    })
  )

  it.effect("takes another adapter's parsed text for one without hooks (CUR-20)", () =>
    Effect.gen(function* () {
      const { parsed } = yield* load(hooksFile({ preToolUse: [{ command: "x" }] }))
      const made = cursorAdapter.bindings(
        { ...parsed, data: { definitions: [] } },
        { source: projectFile, profile: execProfile, reading: "tight" }
      )
      assert.deepStrictEqual(made, { reported: 0, bindings: [], diagnostics: [] })
    })
  )
})

describe("what a host cannot honour", () => {
  /** What a host makes of one answer, after refusal. */
  const refused = Effect.fnUntraced(function* (event: string, answer: object, profile: HostProfile = execProfile) {
    const hook = yield* only(event, { command: "./h.sh" })
    const merged = reduce([{ binding: hook.id, effects: decodeAnswer(hook, answer) }])
    const boundary = describeBoundary(coreBoundaryTable, "tool.pre")
    return refuse(merged, { boundary, profile, surface: "interactive", policy: defaultRunPolicy })
  })

  it.effect("is denied and names the hook: a rewrite, and a field of another event (CUR-51, CUR-64)", () =>
    Effect.gen(function* () {
      const cases = [
        ["beforeShellExecution", { permission: "allow", updated_input: { command: "ls" } }, everythingProfile],
        ["preToolUse", { permission: "allow", updated_input: { command: "ls" } }, referenceProfile],
        ["beforeShellExecution", { permission: "allow", continue: false }, everythingProfile]
      ] as const
      for (const [event, answer, profile] of cases) {
        const { replacementInput, verdict } = yield* refused(event, answer, profile)
        assert.isTrue(verdict._tag === "Deny", event)
        if (verdict._tag !== "Deny") return
        assert.strictEqual(verdict.reason.cause, "unsupported-effect")
        assert.include(verdict.reason.text, `#${event}[0]`)
        assert.isUndefined(replacementInput)
      }
    })
  )

  it.effect("is not there where a field asks for nothing, or the host takes a rewrite (CUR-51, CUR-64)", () =>
    Effect.gen(function* () {
      const harmless = yield* refused("beforeShellExecution", {
        permission: "allow",
        continue: true,
        decision: "approve"
      })
      assert.strictEqual(harmless.verdict._tag, "Allow")
      const rewriting = { permission: "allow", updated_input: { command: "ls" } }
      const taken = yield* refused("preToolUse", rewriting, everythingProfile)
      assert.deepStrictEqual(taken.replacementInput?.value, { command: "ls" })
    })
  )
})

describe("the names of the vendor's variables", () => {
  it("are Cursor's, as far as something is known (CUR-58)", () => {
    assert.deepStrictEqual(cursorAdapter.aliases(identity), {
      CURSOR_PROJECT_DIR: "/repo",
      CLAUDE_PROJECT_DIR: "/repo",
      CURSOR_VERSION: "2.4.0"
    })
    assert.deepStrictEqual(
      cursorAdapter.aliases({
        ...identity,
        remote: true,
        userEmail: "dev@example.com",
        transcriptPath: "/t/c.jsonl",
        runId: "run-1"
      }),
      {
        CURSOR_PROJECT_DIR: "/repo",
        CLAUDE_PROJECT_DIR: "/repo",
        CURSOR_VERSION: "2.4.0",
        CURSOR_USER_EMAIL: "dev@example.com",
        CURSOR_TRANSCRIPT_PATH: "/t/c.jsonl",
        CURSOR_CODE_REMOTE: "true"
      }
    )
  })

  it("never overlap with the engine's own (CUR-58)", () => {
    const own = Object.keys(identityEnv(identity))
    assert.isEmpty(Object.keys(cursorAdapter.aliases(identity)).filter((name) => own.includes(name)))
  })
})

describe("the places", () => {
  it("are one file a kind, and one an operating system for the machine's (CUR-59)", () => {
    assert.deepStrictEqual(
      cursorAdapter.places.map(({ kind, path, platform }) => [kind, path, platform]),
      [
        ["enterprise", "/etc/cursor/hooks.json", "linux"],
        ["enterprise", "/Library/Application Support/Cursor/hooks.json", "darwin"],
        ["enterprise", "C:\\ProgramData\\Cursor\\hooks.json", "win32"],
        ["project", ".cursor/hooks.json", undefined],
        ["user", ".cursor/hooks.json", undefined]
      ]
    )
  })
})

describe("the codes of findings", () => {
  it("are the format's own, in kebab case, each with a meaning (CUR-6)", () => {
    for (const [code, { meaning }] of Object.entries(findings)) {
      assert.match(code, /^cursor\/[a-z]+(?:-[a-z]+)*$/u)
      assert.match(meaning, /\.$/u, code)
    }
  })
})

describe("the list of events (CORE-65, CUR-1)", () => {
  it("has Cursor's 21 in the order of dispatch, each with the boundary and the view of its row", () => {
    assert.deepStrictEqual(
      cursorAdapter.events.map(({ boundary, facet, name }) => ({ boundary, facet, name })),
      cursorEvents.map(({ boundary, facet, name }) => ({ boundary, facet, name }))
    )
  })

  it("has an example for each whose payload needs anything", () => {
    const base = shellRun("true")
    for (const { example, name } of cursorAdapter.events) {
      const isNeeded = Result.isFailure(cursorAdapter.envelopeFrom(name, {}, base))
      if (isNeeded) assert.isAbove(Object.keys(example).length, 0, name)
      assert.isTrue(Result.isSuccess(cursorAdapter.envelopeFrom(name, example, base)), name)
    }
  })

  it("knows which event was meant by a name that is near, Claude's, or has a matcher in it", () => {
    const meant = (name: string) => cursorAdapter.meantEvent(name)
    assert.strictEqual(meant("beforeShelExecution"), "beforeShellExecution")
    assert.strictEqual(meant("PreToolUse"), "preToolUse")
    assert.strictEqual(meant("UserPromptSubmit"), "beforeSubmitPrompt")
    assert.strictEqual(meant("preToolUse:Write"), "preToolUse")
    assert.isUndefined(meant("Notification"))
    assert.isUndefined(meant("constructor"))
  })
})
