import { assert, describe, it } from "@effect/vitest"
import {
  type Action,
  type ActionKind,
  CustomDenied,
  deniedEndingOf,
  everythingProfile,
  type HostProfile,
  limits,
  type Reason
} from "@pawl/core"
import { referenceHost, referenceTools, sampleActions } from "@pawl/core/testing"
import { DENIED_BY_HOOK_PREFIX, DeniedResult, deniedFailure, deniedResult } from "@pawl/permission"
import * as Schema from "effect/Schema"
import { hookReason } from "./support.ts"

const reason = hookReason("no pushes on Fridays")
const text = "Denied by agent hook: no pushes on Fridays"

/** What each kind of action ends with on a host that has a text for all of them. */
const byKind: { readonly [K in Exclude<ActionKind, "Custom">]: DeniedResult } = {
  ShellRun: { _tag: "Failure", failure: { _tag: "DeniedByHook", message: reason.text } },
  ShellInput: { _tag: "Failure", failure: { _tag: "DeniedByHook", message: reason.text } },
  ShellRead: { _tag: "Failure", failure: { _tag: "DeniedByHook", message: reason.text } },
  FileRead: { _tag: "Text", text },
  FileEdit: { _tag: "Text", text },
  FileDelete: { _tag: "Text", text },
  Grep: { _tag: "Text", text },
  Glob: { _tag: "Text", text },
  CodeSearch: { _tag: "Text", text },
  McpTool: { _tag: "Text", text },
  McpResource: { _tag: "Text", text },
  RunAgents: { _tag: "Text", text },
  WebFetch: { _tag: "Text", text },
  WebSearch: { _tag: "Text", text }
}

/** What each tool of the reference host ends with when a hook denies it, as the contract has it. */
const byReferenceTool: ReadonlyArray<readonly [tool: string, result: DeniedResult["_tag"]]> = [
  ["Shell", "Failure"],
  ["ShellInput", "Cancelled"],
  ["ShellRead", "Cancelled"],
  ["Read", "Text"],
  ["Write", "Text"],
  ["Delete", "Text"],
  ["Grep", "Text"],
  ["Glob", "Text"],
  ["CodeSearch", "Text"],
  ["MCP:create_issue", "Text"],
  ["MCPResource:readme", "Text"],
  ["RunAgents", "Text"],
  ["WebFetch", "Text"],
  ["WebSearch", "Text"],
  ["InsertCodeReviewComments", "Text"],
  ["ReadSkill", "Text"],
  ["SuggestNewConversation", "Rejected"],
  ["SuggestPrompt", "Cancelled"],
  ["WaitForEvents", "Cancelled"],
  ["TransferShellCommandControlToUser", "Cancelled"],
  ["InitProject", "Marker"],
  ["OpenCodeReview", "Marker"]
]

const custom = (denied: CustomDenied): Action => ({ _tag: "Custom", name: "Own", input: {}, denied })

describe("what a denied call ends with", () => {
  it("is a text for the model for every kind that core knows, where the host says nothing else (PERM-40, CORE-77)", () => {
    for (const [kind, result] of Object.entries(byKind)) {
      const action = Object.values(sampleActions).find(({ _tag }) => _tag === kind)
      assert.isDefined(action, kind)
      const denied = deniedResult(action ?? sampleActions.ShellRun, reason, everythingProfile)
      assert.deepStrictEqual(denied, { result, reasonReaches: "model" }, kind)
    }
  })

  it("is what the contract says for every tool of the reference host (PERM-40)", () => {
    assert.deepStrictEqual(
      referenceTools.map(({ action, name }) => [name, deniedResult(action, reason, referenceHost.profile).result._tag]),
      byReferenceTool.map((row) => [...row])
    )
  })

  it("a shell command of the reference host ends denied by the hook, with its reason (PERM-40)", () => {
    assert.deepStrictEqual(deniedResult(sampleActions.ShellRun, reason, referenceHost.profile).result, {
      _tag: "Failure",
      failure: { _tag: "DeniedByHook", message: "no pushes on Fridays" }
    })
  })

  it("every family of the reference host with a text carries the reason behind the prefix (PERM-41)", () => {
    const withText = referenceTools
      .map(({ action }) => deniedResult(action, reason, referenceHost.profile))
      .filter(({ result }) => result._tag === "Text")
    assert.lengthOf(withText, 13)
    for (const denied of withText) {
      assert.deepStrictEqual(denied, { result: { _tag: "Text", text }, reasonReaches: "model" })
    }
  })

  it("every family of it without one is cancelled, rejected or marked, and only the person reads why (PERM-42)", () => {
    const without = referenceTools.filter(({ denied }) => denied !== "text")
    assert.lengthOf(without, 8)
    for (const { action } of without) {
      const { reasonReaches, result } = deniedResult(action, reason, referenceHost.profile)
      assert.strictEqual(reasonReaches, "person")
      assert.notInclude(JSON.stringify(result), reason.text)
    }
  })

  it("of a host's own tool is what the action says (PERM-40, CORE-4)", () => {
    const tags = CustomDenied.literals.map(
      (denied) => deniedResult(custom(denied), reason, everythingProfile).result._tag
    )
    assert.deepStrictEqual(CustomDenied.literals, ["text", "rejected", "cancelled", "marker"])
    assert.deepStrictEqual(tags, ["Text", "Rejected", "Cancelled", "Marker"])
  })

  it("of a known kind is what the host's profile says, for that kind alone (CORE-77)", () => {
    const host: HostProfile = { ...everythingProfile, denied: { WebFetch: "rejected", ShellRun: "marker" } }
    assert.strictEqual(deniedResult(sampleActions.WebFetch, reason, host).result._tag, "Rejected")
    assert.strictEqual(deniedResult(sampleActions.ShellRun, reason, host).result._tag, "Marker")
    assert.strictEqual(deniedResult(sampleActions.WebSearch, reason, host).result._tag, "Text")
    assert.strictEqual(deniedEndingOf(host, custom("cancelled")), "cancelled")
  })

  it("is a value of its schema whatever the action (PERM-40)", () => {
    for (const action of Object.values(sampleActions)) {
      for (const profile of [everythingProfile, referenceHost.profile]) {
        assert.isTrue(Schema.is(DeniedResult)(deniedResult(action, reason, profile).result), action._tag)
      }
    }
  })
})

describe("the text of a denial (PERM-41)", () => {
  const textFor = (given: Reason) => {
    const { result } = deniedResult(sampleActions.WebFetch, given, everythingProfile)
    return result._tag === "Text" ? result.text : undefined
  }

  it("says of a denial in Pawl's own words that it is due to the hooks, and of the host's own that it is the host's", () => {
    const engine: Reason = {
      text: "Approval unavailable: nobody is here",
      author: "engine",
      cause: "approval-unavailable"
    }
    assert.strictEqual(textFor(engine), "Denied by agent hook: Approval unavailable: nobody is here")
    const host: Reason = { text: "not on this machine", author: "host", cause: "host" }
    assert.strictEqual(textFor(host), "Denied by the host: not on this machine")
    assert.deepStrictEqual(deniedFailure(host), { _tag: "DeniedByHost", message: "not on this machine" })
  })

  it("is cleaned of what steers a terminal or reorders text", () => {
    assert.strictEqual(
      textFor(hookReason("\u001b[31mno\u202e\u0000 way\u001b]0;x\u0007\r\n")),
      "Denied by agent hook: no way"
    )
    assert.deepStrictEqual(deniedFailure(hookReason("\u001b[8mhidden\u001b[0m")).message, "hidden")
  })

  it("is never empty", () => {
    assert.strictEqual(textFor(hookReason(" \u001b[0m ")), "Denied by agent hook: no reason was given")
    assert.strictEqual(deniedFailure(hookReason("")).message, "no reason was given")
  })

  it("is capped, and keeps its beginning", () => {
    const long = textFor(hookReason("é".repeat(limits.reasonBytes))) ?? ""
    assert.isTrue(long.startsWith(`${DENIED_BY_HOOK_PREFIX}é`))
    assert.strictEqual(new TextEncoder().encode(long).length, DENIED_BY_HOOK_PREFIX.length + limits.reasonBytes)
    assert.strictEqual(
      new TextEncoder().encode(deniedFailure(hookReason("x".repeat(20_000))).message).length,
      limits.reasonBytes
    )
  })
})
