import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import {
  type Binding,
  type BoundaryDescriptor,
  coreBoundaryTable,
  describeBoundary,
  type Envelope,
  everythingProfile,
  execProfile,
  type HostProfile,
  isHeadless,
  type MergedEffects,
  mcpProfile,
  noEffects,
  type ProcessOutcome,
  type Reading,
  type RunPolicy,
  reduce,
  referenceProfile,
  refuse,
  Surface,
  supportOf
} from "@pawl/core"
import { outcome, promptSubmit, shellRun, source, toolResult } from "@pawl/core/testing"
import { type ComposeInput, compose, type Floors, type HostDecision, strictness } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"

const readings: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]
const profiles: ReadonlyArray<HostProfile> = [referenceProfile, execProfile, mcpProfile, everythingProfile]
const policies: ReadonlyArray<RunPolicy> = [true, false].map((strict) => ({ strict, headlessAsk: "deny" }))
const hostDecisions: ReadonlyArray<HostDecision> = [
  { _tag: "Execute" },
  { _tag: "RequireConfirmation" },
  { _tag: "Deny", reason: "not in this mode" }
]
const everyFloor: ReadonlyArray<Floors> = Array.from({ length: 16 }, (_, bits) => ({
  commandDenylistHit: (bits & 1) !== 0,
  protectedWritePath: (bits & 2) !== 0,
  mcpServerDenylisted: (bits & 4) !== 0,
  alwaysAskSetting: (bits & 8) !== 0
}))

/** Moments that can be prevented, held, and only observed. */
const events: ReadonlyArray<readonly [string, Envelope]> = [
  ["beforeShellExecution", shellRun("git push")],
  ["preToolUse", shellRun("git push")],
  ["beforeSubmitPrompt", promptSubmit("hello")],
  ["postToolUse", toolResult()]
]

const says = (answer: object): ProcessOutcome => outcome({ stdout: JSON.stringify(answer) })

/** What a hook really writes, and how it really ends. */
const outcomes: { readonly [answer: string]: ProcessOutcome } = {
  nothing: outcome(),
  allow: says({ permission: "allow" }),
  "allow and continue": says({ permission: "allow", continue: true }),
  ask: says({ permission: "ask", user_message: "really?" }),
  deny: says({ permission: "deny", user_message: "no" }),
  "stop the turn": says({ continue: false, user_message: "enough" }),
  rewrite: says({ permission: "allow", updated_input: { command: "ls" } }),
  noise: outcome({ stdout: "all is well" }),
  "exit 2": outcome({ ending: { _tag: "Exited", code: 2 } }),
  "a failure that allows": outcome({
    ending: { _tag: "Exited", code: 1 },
    stdout: JSON.stringify({ permission: "allow" })
  }),
  "a timeout": outcome({ ending: { _tag: "TimedOut", phase: "running" } })
}

interface Pipeline {
  readonly name: string
  readonly answer: string
  readonly boundary: BoundaryDescriptor
  readonly merged: MergedEffects
  /** What is left of no answer at all, on the same way. */
  readonly silent: MergedEffects
  readonly surface: Surface
  readonly policy: RunPolicy
  readonly honoursRewrite: boolean
}

const bindingsOf = Effect.fnUntraced(function* (event: string, reading: Reading) {
  const made: Array<readonly [string, Binding]> = []
  for (const failClosed of [true, false]) {
    const file = JSON.stringify({ version: 1, hooks: { [event]: [{ command: "./h.sh", failClosed }] } })
    const parsed = yield* cursorAdapter.parse(file)
    const [binding] = cursorAdapter.bindings(parsed, {
      source: source({ format: "cursor" }),
      profile: everythingProfile,
      reading
    }).bindings
    if (binding !== undefined) made.push([failClosed ? "closed" : "open", binding])
  }
  return made
})

/** Every answer, on its way through decoding, merging and refusing. */
const pipelines = Effect.gen(function* () {
  const all: Array<Pipeline> = []
  for (const [event, envelope] of events)
    for (const reading of readings)
      for (const [closed, binding] of yield* bindingsOf(event, reading))
        for (const [answer, ran] of Object.entries(outcomes))
          for (const policy of policies) {
            const boundary = describeBoundary(coreBoundaryTable, binding.boundary)
            const effects = cursorAdapter.decode({ outcome: ran, binding, envelope, policy })
            const merge = (one: typeof effects) => reduce([{ binding: binding.id, effects: one }])
            for (const profile of profiles)
              for (const surface of Surface.literals) {
                const context = { boundary, profile, surface, policy, order: [binding.id] }
                all.push({
                  name: [event, reading, closed, answer, JSON.stringify(policy), profile.name, surface].join(" / "),
                  answer,
                  boundary,
                  merged: refuse(merge(effects), context),
                  silent: refuse(merge(noEffects), context),
                  surface,
                  policy,
                  honoursRewrite: supportOf(profile, boundary.id).honours.includes("replacement-input")
                })
              }
          }
  return all
})

const cells = function* (pipeline: Pipeline, floorsOfCells: ReadonlyArray<Floors>): Generator<ComposeInput> {
  const { boundary, honoursRewrite, merged, policy, surface } = pipeline
  for (const hostDecision of hostDecisions)
    for (const approved of [true, false])
      for (const floors of floorsOfCells)
        yield { boundary, merged, hostDecision, surface, policy, approved, honoursRewrite, floors }
}

/** What the host alone would come to, written down apart from the code under test. */
const hostAlone = ({ approved, boundary, hostDecision, surface }: ComposeInput): number => {
  if (boundary.gate === "none") return 0
  if (hostDecision._tag === "Deny") return 2
  if (hostDecision._tag === "Execute" || (approved && !isHeadless(surface))) return 0
  return boundary.gate === "halt" ? 2 : 1
}

describe("the ratchet, from what a hook writes to what is decided (PERM-6)", () => {
  it.effect("never comes to less than the host alone, in any reading", () =>
    Effect.gen(function* () {
      let seen = 0
      for (const pipeline of yield* pipelines) {
        for (const cell of cells(pipeline, everyFloor)) {
          seen++
          if (strictness(compose(cell)) < hostAlone(cell)) assert.fail(`looser than the host: ${pipeline.name}`)
        }
      }
      assert.strictEqual(seen, 4 * 3 * 2 * 11 * 2 * 4 * 5 * 3 * 2 * 16)
    })
  )

  it.effect("takes an allow as no opinion, in any reading (PERM-10)", () =>
    Effect.gen(function* () {
      for (const pipeline of yield* pipelines) {
        if (!pipeline.answer.startsWith("allow")) continue
        for (const cell of cells(pipeline, everyFloor.slice(-1))) {
          // What an event does not take at all may be refused, which is stricter.
          if (cell.boundary.gate !== "verdict") continue
          const alone = compose({ ...cell, merged: pipeline.silent })
          if (!Equal.equals(compose(cell), alone)) assert.fail(`an allow is not inert: ${pipeline.name}`)
        }
      }
    })
  )

  it.effect("prevents what a hook denies, whatever host, person and reading say", () =>
    Effect.gen(function* () {
      for (const pipeline of yield* pipelines) {
        if (pipeline.boundary.gate === "none") continue
        if (pipeline.answer !== "exit 2" && !(pipeline.answer === "deny" && pipeline.boundary.gate === "verdict"))
          continue
        for (const cell of cells(pipeline, everyFloor.slice(-1))) {
          if (strictness(compose(cell)) !== 2) assert.fail(`a denial was lost: ${pipeline.name}`)
        }
      }
    })
  )

  it.effect("asks nobody where nobody is, and is never loosened by the strict policy", () =>
    Effect.gen(function* () {
      const relaxed = new Map<string, number>()
      const keyOf = (name: string, cell: ComposeInput) =>
        [name.replace(/"strict":(true|false)/u, ""), cell.hostDecision._tag, cell.approved].join()
      const all = yield* pipelines
      for (const strict of [false, true]) {
        for (const pipeline of all) {
          if (pipeline.policy.strict !== strict) continue
          for (const cell of cells(pipeline, everyFloor.slice(-1))) {
            const decision = compose(cell)
            const hooksAlone = compose({ ...cell, hostDecision: { _tag: "Execute" } })
            if (isHeadless(cell.surface) && hooksAlone._tag === "Confirm") assert.fail(`asks nobody: ${pipeline.name}`)
            const key = keyOf(pipeline.name, cell)
            if (!strict) relaxed.set(key, strictness(decision))
            else if (strictness(decision) < (relaxed.get(key) ?? 0)) assert.fail(`loosened by strict: ${pipeline.name}`)
          }
        }
      }
    })
  )
})
