import { assert, describe, it } from "@effect/vitest"
import { Surface } from "@pawl/core"
import {
  APPROVAL_UNAVAILABLE_PREFIX,
  compose,
  DEFAULT_ASK_REASON,
  DEFAULT_DENY_REASON,
  DEFERRAL_UNSUPPORTED_REASON,
  type Decision,
  HOST_CONFIRMATION_REASON,
  type HostDecision,
  REWRITE_UNSUPPORTED_REASON
} from "@pawl/permission"
import { allows, asks, boundary, defers, denies, halts, hookReason, input, noOpinion, rewrites } from "./support.ts"

const wouldRun: HostDecision = { _tag: "Execute" }
const wouldAsk: HostDecision = { _tag: "RequireConfirmation", reason: "it writes files" }
const wouldDeny: HostDecision = { _tag: "Deny", reason: "not in this mode" }
const hostDecisions = [wouldRun, wouldAsk, wouldDeny]
const headless = ["fleet-run", "command-line-run", "hidden-child"] as const
const attended = ["interactive", "tui"] as const
const strict = { strict: true, headlessAsk: "deny" } as const

describe("a hook that allows (PERM-10)", () => {
  it("cannot make the host run what it would ask about or deny", () => {
    assert.strictEqual(compose(input({ merged: allows, hostDecision: wouldAsk }))._tag, "Confirm")
    assert.strictEqual(compose(input({ merged: allows, hostDecision: wouldDeny }))._tag, "Deny")
  })

  it("leaves exactly what having no opinion leaves: the host's decision, under the host's name", () => {
    for (const hostDecision of hostDecisions) {
      const silent = compose(input({ hostDecision }))
      assert.deepStrictEqual(compose(input({ merged: allows, hostDecision })), silent)
    }
    assert.deepStrictEqual(compose(input({ hostDecision: wouldAsk })), {
      _tag: "Confirm",
      reason: { text: "it writes files", author: "host", cause: "host" }
    })
    assert.deepStrictEqual(compose(input({ hostDecision: wouldDeny })), {
      _tag: "Deny",
      reason: { text: "not in this mode", author: "host", cause: "host" }
    })
  })
})

describe("a hook that denies (PERM-7)", () => {
  it("denies an action that a person approved, with the denying hook's reason", () => {
    for (const surface of Surface.literals) {
      assert.deepStrictEqual(compose(input({ merged: denies("no pushes"), surface, approved: true })), {
        _tag: "Deny",
        reason: hookReason("no pushes")
      })
    }
  })

  it("supplies the reason where the host denies as well", () => {
    const decision = compose(input({ merged: denies("no pushes"), hostDecision: wouldDeny }))
    assert.deepStrictEqual(decision, { _tag: "Deny", reason: hookReason("no pushes") })
  })

  it("denies in default words, not signed as the hook's, when its reason is blank", () => {
    assert.deepStrictEqual(compose(input({ merged: denies(" \n") })), {
      _tag: "Deny",
      reason: { ...hookReason(DEFAULT_DENY_REASON), author: "engine" }
    })
  })
})

describe("a hook that asks (PERM-8)", () => {
  it("adds a confirmation with its reason where someone can answer", () => {
    for (const surface of attended) {
      for (const policy of [{ strict: false, headlessAsk: "deny" }, strict] as const) {
        assert.deepStrictEqual(compose(input({ merged: asks("really?"), surface, policy })), {
          _tag: "Confirm",
          reason: hookReason("really?")
        })
      }
    }
  })

  it("is satisfied by a person's approval of this input", () => {
    for (const surface of attended) {
      assert.strictEqual(compose(input({ merged: asks("really?"), surface, approved: true }))._tag, "Execute")
    }
  })

  it("shows its own reason where the host would ask too, and yields to a host that denies", () => {
    assert.deepStrictEqual(compose(input({ merged: asks("really?"), hostDecision: wouldAsk })), {
      _tag: "Confirm",
      reason: hookReason("really?")
    })
    assert.deepStrictEqual(compose(input({ merged: asks("really?"), hostDecision: wouldDeny, approved: true })), {
      _tag: "Deny",
      reason: { text: "not in this mode", author: "host", cause: "host" }
    })
  })

  it("asks in default words when it gave none", () => {
    assert.deepStrictEqual(compose(input({ merged: asks("") })), {
      _tag: "Confirm",
      reason: { ...hookReason(DEFAULT_ASK_REASON), author: "engine" }
    })
  })
})

describe("a hook that asks where nobody is (PERM-9)", () => {
  it("denies with its own words inside the text that says that approval is unavailable", () => {
    for (const surface of headless) {
      assert.deepStrictEqual(compose(input({ merged: asks("deploys to production"), surface })), {
        _tag: "Deny",
        reason: {
          text: "Approval unavailable: an agent hook asked for confirmation (deploys to production) and this run has no one to ask",
          author: "engine",
          cause: "approval-unavailable",
          binding: "hooks.json#guard[0]"
        }
      })
    }
    assert.strictEqual(APPROVAL_UNAVAILABLE_PREFIX, "Approval unavailable")
  })

  it("denies although the input was marked as approved: nobody can have approved it", () => {
    for (const surface of headless) {
      for (const hostDecision of [wouldRun, wouldAsk]) {
        const decision = compose(input({ merged: asks("really?"), surface, hostDecision, approved: true }))
        assert.strictEqual(decision._tag === "Deny" ? decision.reason.cause : undefined, "approval-unavailable")
      }
    }
  })
})

describe("a hook that defers (PERM-11)", () => {
  it("is ignored where someone is", () => {
    for (const surface of attended) {
      for (const hostDecision of hostDecisions) {
        const decision = compose(input({ merged: defers, surface, hostDecision }))
        assert.deepStrictEqual(decision, compose(input({ surface, hostDecision })))
      }
    }
  })

  it("denies where nobody could come back to it, and under the strict policy everywhere", () => {
    const denied: Decision = {
      _tag: "Deny",
      reason: {
        text: DEFERRAL_UNSUPPORTED_REASON,
        author: "engine",
        cause: "deferral-unsupported",
        binding: "hooks.json#guard[1]"
      }
    }
    for (const surface of headless) assert.deepStrictEqual(compose(input({ merged: defers, surface })), denied)
    for (const surface of Surface.literals) {
      assert.deepStrictEqual(compose(input({ merged: defers, surface, policy: strict, approved: true })), denied)
    }
  })
})

describe("a rewrite that nobody refused (PERM-12)", () => {
  it("denies instead of running the original input", () => {
    assert.deepStrictEqual(compose(input({ merged: rewrites, approved: true })), {
      _tag: "Deny",
      reason: {
        text: REWRITE_UNSUPPORTED_REASON,
        author: "engine",
        cause: "rewrite-unsupported",
        binding: "hooks.json#guard[2]"
      }
    })
  })

  it("is the caller's to follow where the host honours rewrites, and loosens nothing there", () => {
    assert.strictEqual(compose(input({ merged: rewrites, honoursRewrite: true }))._tag, "Execute")
    const denied = compose(input({ merged: rewrites, honoursRewrite: true, hostDecision: wouldDeny }))
    assert.strictEqual(denied._tag, "Deny")
  })

  it("does not hide the reason of a hook that denies", () => {
    const merged = { ...denies("no pushes"), replacementInput: { binding: "b", value: null } }
    assert.deepStrictEqual(compose(input({ merged })), { _tag: "Deny", reason: hookReason("no pushes") })
  })

  it("denies although another hook only asks", () => {
    const merged = { ...asks("really?"), replacementInput: { binding: "b", value: null } }
    const decision = compose(input({ merged }))
    assert.strictEqual(decision._tag === "Deny" ? decision.reason.cause : undefined, "rewrite-unsupported")
  })
})

describe("the host's own question (PERM-1)", () => {
  it("is answered by an approval where someone is, and stands where nobody is", () => {
    for (const surface of attended) {
      assert.strictEqual(compose(input({ hostDecision: wouldAsk, surface, approved: true }))._tag, "Execute")
    }
    for (const surface of headless) {
      assert.strictEqual(compose(input({ hostDecision: wouldAsk, surface, approved: true }))._tag, "Confirm")
    }
  })

  it("has default words, and its own are cleaned of what moves a terminal", () => {
    const silent = compose(input({ hostDecision: { _tag: "RequireConfirmation" } }))
    const loud = compose(input({ hostDecision: { _tag: "Deny", reason: "\u001b[2Jno\u202e" } }))
    assert.strictEqual(silent._tag === "Confirm" ? silent.reason.text : undefined, HOST_CONFIRMATION_REASON)
    assert.strictEqual(loud._tag === "Deny" ? loud.reason.text : undefined, "no")
  })
})

describe("a moment that can only be held (PERM-13)", () => {
  const prompt = boundary("prompt.submit")

  it("proceeds when neither a hook nor the host objects", () => {
    assert.deepStrictEqual(compose(input({ boundary: prompt })), { _tag: "Proceed" })
    assert.deepStrictEqual(compose(input({ boundary: prompt, merged: allows })), { _tag: "Proceed" })
  })

  it("is held by a hook, whatever a person approved", () => {
    assert.deepStrictEqual(compose(input({ boundary: prompt, merged: halts("holds a secret"), approved: true })), {
      _tag: "Halt",
      reason: hookReason("holds a secret")
    })
  })

  it("is held by a host that denies", () => {
    assert.deepStrictEqual(compose(input({ boundary: prompt, hostDecision: wouldDeny })), {
      _tag: "Halt",
      reason: { text: "not in this mode", author: "host", cause: "host" }
    })
  })

  it("is held by whatever would deny or ask elsewhere, because a prompt cannot be asked about", () => {
    for (const merged of [denies("no"), asks("really?"), rewrites]) {
      assert.strictEqual(compose(input({ boundary: prompt, merged }))._tag, "Halt")
    }
    assert.strictEqual(compose(input({ boundary: prompt, merged: defers, policy: strict }))._tag, "Halt")
    assert.strictEqual(compose(input({ boundary: prompt, hostDecision: wouldAsk }))._tag, "Halt")
  })
})

describe("a moment at which nothing is decided (PERM-14)", () => {
  it("has no decision, whatever hooks and host say", () => {
    for (const id of ["tool.result", "turn.stop", "agent.response"]) {
      for (const merged of [noOpinion, denies("no"), halts("no")]) {
        assert.deepStrictEqual(compose(input({ boundary: boundary(id), merged, hostDecision: wouldDeny })), {
          _tag: "None"
        })
      }
    }
  })
})

describe("a halt before an operation (PERM-17)", () => {
  it("denies the operation: a turn that stops does not run one more action", () => {
    assert.deepStrictEqual(compose(input({ merged: halts("enough"), approved: true })), {
      _tag: "Deny",
      reason: hookReason("enough")
    })
  })
})
