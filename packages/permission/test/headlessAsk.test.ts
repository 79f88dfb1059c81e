import { assert, it } from "@effect/vitest"
import type { RunPolicy } from "@pawl/core"
import { compose, unanswerableAsk } from "@pawl/permission"
import { asks, denies, input } from "./support.ts"

const failRun: RunPolicy = { strict: false, headlessAsk: "fail-run" }
const deny: RunPolicy = { strict: false, headlessAsk: "deny" }

it("under fail-run a question that nobody can answer is an event for the owner of the run, and still denies (PERM-15)", () => {
  const decision = compose(input({ merged: asks("really?"), surface: "hidden-child", policy: failRun }))
  assert.strictEqual(decision._tag, "Deny")
  const event = unanswerableAsk(decision, failRun, "conversation-1")
  assert.strictEqual(event?.conversationId, "conversation-1")
  assert.deepStrictEqual(event?.reason, decision._tag === "Deny" ? decision.reason : undefined)
})

it("without fail-run, and for any other decision, there is no such event (PERM-15)", () => {
  const unanswerable = compose(input({ merged: asks("really?"), surface: "fleet-run" }))
  const answerable = compose(input({ merged: asks("really?"), policy: failRun }))
  const denied = compose(input({ merged: denies("no"), surface: "fleet-run", policy: failRun }))
  assert.isUndefined(unanswerableAsk(unanswerable, deny))
  assert.isUndefined(unanswerableAsk(answerable, failRun))
  assert.isUndefined(unanswerableAsk(denied, failRun))
  assert.isUndefined(unanswerableAsk({ _tag: "None" }, failRun))
})
