import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import {
  type Binding,
  coreBoundaryTable,
  defaultRunPolicy,
  describeBoundary,
  execProfile,
  type Reading,
  reduce,
  refuse
} from "@pawl/core"
import { runnerContract, shellRun, source } from "@pawl/core/testing"
import { compose } from "@pawl/permission"
import { nodeHookRunner } from "@pawl/runner-node"
import { lackedPrograms, nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { texts } from "./scenarios/rows.ts"

const readings: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]
const keyOf = (reading: Reading, failClosed: boolean) => `${reading} ${failClosed}`

const guards = new Map<string, Binding>()
for (const failClosed of [false, true]) {
  const file = JSON.stringify({
    version: 1,
    hooks: { beforeShellExecution: [{ command: "./guard.sh", timeout: 1, failClosed }] }
  })
  const parsed = await Effect.runPromise(cursorAdapter.parse(file))
  for (const reading of readings) {
    const made = cursorAdapter.bindings(parsed, {
      source: source({ path: "/repo/.cursor/hooks.json", format: "cursor" }),
      profile: execProfile,
      reading
    })
    const [guard = assert.fail("no hook")] = made.bindings
    guards.set(keyOf(reading, failClosed), guard)
  }
}

const envelope = shellRun("rm -rf build")
const boundary = describeBoundary(coreBoundaryTable, "tool.pre")
const answers = { Execute: "runs", Confirm: "ask", Deny: "deny" } as const

const contract = runnerContract({
  places: 4,
  graceMs: 600,
  // What matters here is the decision; how long it takes is the runner's own test's.
  slackMs: 10_000,
  lacks: lackedPrograms(),
  texts,
  judge: ({ failClosed, outcome, reading }) => {
    const binding = guards.get(keyOf(reading, failClosed)) ?? assert.fail(reading)
    const policy = defaultRunPolicy
    const effects = cursorAdapter.decode({ outcome, binding, envelope, policy })
    const { surface } = envelope
    const merged = refuse(reduce([{ binding: binding.id, effects }]), {
      boundary,
      profile: execProfile,
      surface,
      policy
    })
    const hostDecision = { _tag: "Execute" } as const
    const decision = compose({ merged, boundary, hostDecision, surface, policy, approved: false })
    if (decision._tag in answers) return answers[decision._tag as keyof typeof answers]
    return assert.fail(decision._tag)
  }
})

const layer = Layer.mergeAll(nodeHookRunner({ places: 4, graceMs: 600 }), nodeRunnerProbe)

describe.concurrent("the table of scenarios, from the process to the decision, with a hook of Cursor's format", () => {
  for (const { name, check, skipped } of contract) {
    it.live.skipIf(skipped !== undefined)(name, () => Effect.provide(check, Layer.fresh(layer)), 120_000)
  }
})
