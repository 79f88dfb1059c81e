import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { RunnerProbe, runnerContract, scenarioTable } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A machine on which nothing ever happens. */
const stillMachine = Layer.succeed(RunnerProbe, {
  makeFolder: Effect.succeed("/nowhere"),
  writeScript: () => Effect.void,
  read: () => Effect.succeed(""),
  isAlive: () => Effect.succeed(false),
  carriers: () => Effect.succeed([]),
  kill: () => Effect.void
})

const layer = Layer.merge(HookRunner.layerUnavailable, stillMachine)

const caseOf = (id: string, options: Partial<Parameters<typeof runnerContract>[0]> = {}) =>
  runnerContract({ places: 4, ...options }).filter(({ name }) => name.startsWith(`${id}: `))

describe("the contract of runners", () => {
  it("has rows with ids of their own, and a rule or a row in the name of each case (RUN-26)", () => {
    const ids = scenarioTable.map((row) => row.id)
    assert.deepStrictEqual([...new Set(ids)], ids)
    const names = runnerContract({ places: 4 }).map(({ name }) => name)
    assert.deepStrictEqual([...new Set(names)], names)
    for (const { name, rule } of runnerContract({ places: 4 })) assert.include(name, `(${rule})`)
  })

  it.effect("finds fault with a runner that starts nothing, in every row that runs a script (RUN-26)", () =>
    Effect.gen(function* () {
      for (const row of scenarioTable) {
        if (row._tag !== "Run") continue
        const [{ check } = assert.fail(row.id)] = caseOf(row.id)
        const violation = yield* Effect.flip(check)
        assert.include(violation.message, "SpawnFailed", row.id)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("asks the judge for each reading and each policy, and finds fault with a lost denial (RUN-26)", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const [{ check: lenient } = assert.fail()] = caseOf("lost", { judge: () => "runs" })
      const [{ check: strict } = assert.fail()] = caseOf("lost", {
        judge: ({ reading, failClosed, outcome }) => {
          asked.push(`${outcome.ending._tag} ${reading} ${failClosed}`)
          return "deny"
        }
      })
      assert.strictEqual((yield* Effect.flip(lenient)).message, "deny (tight, fail-open): runs")
      yield* strict
      assert.deepStrictEqual(asked, [
        "Lost tight false",
        "Lost tight true",
        "Lost asWritten false",
        "Lost asWritten true"
      ])
    }).pipe(Effect.provide(layer))
  )

  it("leaves out a judged outcome without a judge, and marks what needs a program that is not there (RUN-26)", () => {
    const skipped = (options?: Parameters<typeof caseOf>[1]) =>
      caseOf("setsid-child", options).map((row) => row.skipped)
    assert.deepStrictEqual(caseOf("lost"), [])
    assert.deepStrictEqual(skipped(), [undefined])
    assert.deepStrictEqual(skipped({ lacks: ["bash"] }), [undefined])
    assert.deepStrictEqual(skipped({ lacks: ["setsid"] }), ["setsid is not installed"])
    assert.deepStrictEqual(
      caseOf("idiom-jq", { lacks: ["jq"] }).map((row) => row.skipped),
      ["jq is not installed"]
    )
  })
})
