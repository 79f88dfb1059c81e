import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { execProfile, type Selection } from "@pawl/core"
import { shellRun } from "@pawl/core/testing"
import { type PlatformEngine, PlatformRegexEngine } from "@pawl/format-kit"
import { makeVmRegexEngine } from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allReadings, hooksFile, load, projectFile } from "./support.ts"

/** The platform's engine, and how often it was asked to compile what. */
const counting = () => {
  const engine = makeVmRegexEngine()
  const compiled: Array<string> = []
  const counted: PlatformEngine = {
    ...engine,
    compile: (pattern) => {
      compiled.push(pattern)
      return engine.compile(pattern)
    }
  }
  return { compiled, layer: Layer.succeed(PlatformRegexEngine, counted) }
}

const definitions = (matchers: ReadonlyArray<string>) =>
  hooksFile({ beforeShellExecution: matchers.map((matcher) => ({ command: "./h.sh", matcher })) })

describe("a matcher that another engine would take years for (CUR-31)", () => {
  const victim = shellRun(`${"a".repeat(30)}!`)
  const tags = (selections: ReadonlyArray<Selection>) => selections.map(({ _tag }) => _tag)

  it.effect.each([
    ["^(a+)+$", "Skip"],
    ["(?=(a+)+$)", "RunUnsure"],
    ["^(?!b)(a|aa)+$", "Skip"]
  ] as const)("%s ends in time, with the selection %s", ([pattern, tag]) =>
    Effect.gen(function* () {
      const { bindings } = yield* load(definitions([pattern]))
      const begun = performance.now()
      assert.deepStrictEqual(tags(yield* cursorAdapter.select(victim, bindings)), [tag])
      // A hundred times the bound: only a hang is a failure.
      assert.isBelow(performance.now() - begun, 2_500)
    }).pipe(Effect.provide(counting().layer))
  )

  it.effect(
    "ends in the same time when there are a hundred of them, and the quick ones beside it have their answer",
    () =>
      Effect.gen(function* () {
        const slow = Array.from({ length: 100 }, (_, n) => `(?=(a+)+${n}$)`)
        const { bindings } = yield* load(definitions(["^a", ...slow.map((each) => `${each}|(?=(a+)+$)`), "^b"]))
        const begun = performance.now()
        const found = tags(yield* cursorAdapter.select(victim, bindings))
        assert.isBelow(performance.now() - begun, 2_500)
        assert.deepStrictEqual([found[0], found.at(-1)], ["Run", "Skip"])
        assert.deepStrictEqual([...new Set(found.slice(1, -1))], ["RunUnsure"])
      }).pipe(Effect.provide(counting().layer))
  )
})

describe("a file (CUR-8, CUR-31)", () => {
  it.effect("has each of its matchers compiled once, however many hosts, readings and moments there are", () => {
    const { compiled, layer } = counting()
    return Effect.gen(function* () {
      const patterns = Array.from({ length: 50 }, (_, n) => `^(?!git ${n}$)`)
      const parsed = yield* cursorAdapter.parse(definitions([...patterns, ...patterns]))
      assert.deepStrictEqual(compiled.toSorted(), patterns.toSorted())
      for (const reading of allReadings) {
        const { bindings } = cursorAdapter.bindings(parsed, { source: projectFile, profile: execProfile, reading })
        for (const command of ["git 1", "git 2"]) {
          assert.lengthOf(yield* cursorAdapter.select(shellRun(command), bindings), bindings.length)
        }
      }
      assert.lengthOf(compiled, patterns.length)
    }).pipe(Effect.provide(layer))
  })
})
