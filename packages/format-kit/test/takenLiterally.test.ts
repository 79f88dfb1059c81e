import { assert, describe, it } from "@effect/vitest"
import { compileMatcher, PlatformRegexEngine } from "@pawl/format-kit"
import { makeVmRegexEngine } from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"

const takenOf = (pattern: string) =>
  Effect.gen(function* () {
    const { takenLiterally = [] } = yield* Effect.fromResult(yield* compileMatcher(pattern))
    return takenLiterally.map(({ column, construct }) => `${column} ${construct}`)
  })

describe("what other dialects read otherwise (KIT-18)", () => {
  it.effect.each([
    ["\\Arm", ["1 \\A"]],
    ["rm\\z", ["3 \\z"]],
    ["rm\\Z|\\Qa\\E", ["3 \\Z", "6 \\Q", "9 \\E"]],
    ["git[[:space:]]push", ["5 [:space:]"]],
    ["[^[:^alpha:]x]", ["3 [:^alpha:]"]],
    ["\\p{L}+", ["1 \\p{L}"]],
    ["[\\p{Lu}\\h]", ["2 \\p{Lu}", "8 \\h"]],
    ["\\x{70}ush", ["1 \\x{70}"]],
    ["\\u{70}ush", ["1 \\u{70}"]],
    ["rm\\h-rf", ["3 \\h"]],
    ["\\<push\\>", ["1 \\<", "7 \\>"]],
    ["\\Ka\\Gb\\Rc", ["1 \\K", "4 \\G", "7 \\R"]],
    ["\\k<name>", ["1 \\k"]],
    ["C:\\Users", ["3 \\U"]],
    ["\\A\\A\\z\\Z\\h\\H\\R\\X", ["1 \\A", "5 \\z", "7 \\Z", "9 \\h", "11 \\H"]]
  ] as const)("is told of %s", ([pattern, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* takenOf(pattern), [...expected])
    })
  )

  it.effect("is told of a pattern that the platform's engine runs as well", () =>
    Effect.map(takenOf("(?!x)\\A"), (found) => assert.deepStrictEqual(found, ["6 \\A"])).pipe(
      Effect.provideService(PlatformRegexEngine, makeVmRegexEngine())
    )
  )

  it.effect.each([
    ["^git push$"],
    ["\\bgit\\s+push\\b\\d\\w\\W\\S\\D\\B"],
    ["\\.\\/\\-\\$\\^\\(\\)\\[\\]\\{\\}\\|\\*\\+\\?\\\\"],
    ["\\t\\n\\r\\f\\v\\0\\cA\\x41\\u0041"],
    ["2\\>&1|a \\> b|\\<\\("],
    ["[[:]|[:a:]"],
    ["\\\\A\\\\z"],
    ["(?<name>a)b"]
  ])("and nothing of %s", ([pattern]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* takenOf(`${pattern}`), [])
    })
  )
})
