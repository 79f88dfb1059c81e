import { spawnSync } from "node:child_process"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { compileMatcher, type Matcher, type MatcherRejected, matchAll } from "@pawl/format-kit"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { literalPatterns, patterns, subjects, validIn } from "./support/arbitraries.ts"

const compile = (pattern: string): Effect.Effect<Matcher> =>
  Effect.map(compileMatcher(pattern), (result) => {
    assert(Result.isSuccess(result), Result.isFailure(result) ? result.failure.message : "")
    return result.success
  })

const reject = (pattern: string): Effect.Effect<MatcherRejected> =>
  Effect.map(compileMatcher(pattern), (result) => {
    assert(Result.isFailure(result))
    return result.failure
  })

const matches = (pattern: string, subject: string): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const [answer] = yield* matchAll([{ matcher: yield* compile(pattern), subjects: [subject] }])
    assert.notStrictEqual(answer?._tag, "Unsure")
    return answer?._tag === "Match"
  })

const codeOf = (unit: string): number => unit.charCodeAt(0)

describe("a matcher", () => {
  it.effect.each(["", "*"])("%j matches everything (KIT-10)", (pattern) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* compile(pattern)).kind, "everything")
      assert.isTrue(yield* matches(pattern, "anything\nat all"))
      assert.isTrue(yield* matches(pattern, ""))
    })
  )

  it.effect.each<readonly [pattern: string, subject: string, expected: boolean]>([
    ["Shell", "run Shell now", true],
    ["Shell", "shell", false],
    ["git push", "cd x && git push -f", true],
    ["^git push$", "git push", true],
    ["^git push$", "git push -f", false],
    ["\\.(py|ts|tsx)$", "a.tsx", true],
    ["\\.(py|ts|tsx)$", "a.tsx.bak", false],
    ["^rm", "ls\nrm", false],
    ["rm$", "rm\n", false],
    ["a.b", "a\nb", false],
    ["gh repo delete|git push.*--force|rm -rf|helm uninstall", "git push origin --force", true],
    ["gh repo delete|git push.*--force|rm -rf|helm uninstall", "git push\n--force", false],
    ["mcp__cliproot__*", "mcp__cliproot_", true],
    ["sdd-.*", "sdd-plan", true],
    ["(?i)(bash|shell)", "BASH", true],
    ["(?P<tool>ba)sh", "bash", true],
    ["^.$", "😀", false],
    ["^..$", "😀", true],
    ["[\\ud83d]", "😀", true],
    ["\\s", "\u00a0", true],
    ["\\bé", "aé", true]
  ])("%j of %j: %j (KIT-10, KIT-11)", ([pattern, subject, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* matches(pattern, subject), expected)
    })
  )

  it.effect.each<readonly [pattern: string, kind: Matcher["kind"]]>([
    ["Bash", "literal"],
    ["Shell|Read|Grep|WebFetch|MCP:ctx_execute", "literal"],
    ["^Write$", "literal"],
    ["\\.(py|ts|tsx)$", "literal"],
    ["^(?:git (push|pull)|npm publish)", "literal"],
    ["^[Gg]it pushe?s?$", "literal"],
    ["\\x41\\u0042\\cA\\n", "literal"],
    [`^(${Array.from({ length: 900 }, (_, index) => `rm -rf /srv/${index}`).join("|")})$`, "literal"],
    ["git push.*--force|rm -rf", "linear"],
    ["[a-z][a-z][a-z]", "linear"],
    ["(a|b|c|d|e|f|g|h|i)(a|b|c|d|e|f|g|h|i)", "linear"],
    ["\\b(rm|sudo)\\b.*-rf", "linear"],
    ["[a-z]{2}[a-z]", "linear"],
    ["a^b", "linear"],
    ["(?i)bash", "linear"],
    ["^(a+)+$", "linear"]
  ])("%j is run by %s code (KIT-11)", ([pattern, kind]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* compile(pattern)).kind, kind)
    })
  )

  it.effect.each([".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[^a]", "[^]", "[\\ud800-\\ue000]", "[^\\s\\d]"])(
    "%s stands for exactly the code units that it does in JavaScript (KIT-11)",
    (pattern) =>
      Effect.gen(function* () {
        const anchored = `^${pattern}$`
        const matcher = yield* compile(anchored)
        const expression = new RegExp(anchored)
        const units = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
        const answers = yield* matchAll(units.map((unit) => ({ matcher, subjects: [unit] })))
        assert.deepStrictEqual(
          units.filter((_, code) => answers[code]?._tag === "Match").map(codeOf),
          units.filter((unit) => expression.test(unit)).map(codeOf)
        )
      })
  )

  it.effect.each(["\\b", "\\B"])("%s knows the word characters of JavaScript (KIT-11)", (pattern) =>
    Effect.gen(function* () {
      const matcher = yield* compile(`^${pattern}[^]`)
      const expression = new RegExp(`^${pattern}[^]`)
      const units = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
      const answers = yield* matchAll(units.map((unit) => ({ matcher, subjects: [unit] })))
      assert.deepStrictEqual(
        answers.map(({ _tag }) => _tag === "Match"),
        units.map((unit) => expression.test(unit))
      )
    })
  )

  it.effect.prop(
    "of fixed texts agrees with JavaScript (KIT-11)",
    { pattern: literalPatterns, texts: subjects },
    Effect.fnUntraced(function* ({ pattern, texts }) {
      const expression = validIn(pattern)
      if (expression === undefined || pattern === "") return
      const matcher = yield* compile(pattern)
      for (const subject of [...texts, ...pattern.split("|"), pattern.replaceAll("\\", "")]) {
        const [answer] = yield* matchAll([{ matcher, subjects: [subject] }])
        assert.strictEqual(answer?._tag === "Match", expression.test(subject), JSON.stringify(subject))
      }
    }),
    { arbitrary: { runs: 1_000 } }
  )

  it.effect.prop(
    "has the meaning that JavaScript gives it, and is taken or refused as there (KIT-11, KIT-13)",
    { pattern: patterns, texts: subjects },
    Effect.fnUntraced(function* ({ pattern, texts }) {
      const expression = validIn(pattern)
      const compiled = yield* compileMatcher(pattern)
      if (pattern === "" || pattern === "*") return
      if (Result.isFailure(compiled)) {
        assert.strictEqual(compiled.failure.kind, expression === undefined ? "invalid" : "needs-platform-engine")
        const { construct, column } = compiled.failure
        assert.strictEqual(
          pattern.slice((column ?? 0) - 1, (column ?? 0) - 1 + (construct?.length ?? 0)),
          construct,
          "the column is that of the construct"
        )
      } else if (expression !== undefined) {
        for (const subject of texts) {
          const [answer] = yield* matchAll([{ matcher: compiled.success, subjects: [subject] }])
          assert.strictEqual(answer?._tag === "Match", expression.test(subject), JSON.stringify(subject))
        }
      }
    }),
    { arbitrary: { runs: 4_000 } }
  )

  it.effect.prop(
    "is a value whatever its pattern is (KIT-13)",
    { pattern: Schema.String },
    Effect.fnUntraced(function* ({ pattern }) {
      const compiled = yield* compileMatcher(pattern)
      if (Result.isFailure(compiled)) assert.include(compiled.failure.message, "of the matcher: ")
    }),
    { arbitrary: { runs: 500 } }
  )
})

describe("what a matcher says of itself", () => {
  it.effect.each([
    ["Shell|Web(?=Fetch)", "platform", { beyondLinear: { construct: "(?=", column: 10 } }],
    ["(?i)shell", "linear", { beyondJavaScript: { construct: "(?i)", column: 1 } }],
    ["^(?P<name>a)", "linear", { beyondJavaScript: { construct: "(?P", column: 2 } }],
    ["a.*b", "linear", {}],
    ["Shell", "literal", {}],
    ["*", "everything", {}]
  ] as const)("%s is %s, with what is beyond linear time or JavaScript (KIT-11, KIT-14)", ([pattern, kind, beyond]) =>
    Effect.gen(function* () {
      const { beyondJavaScript, beyondLinear, ...matcher } = yield* compile(pattern)
      assert.deepStrictEqual([matcher.pattern, matcher.kind], [pattern, kind])
      assert.deepStrictEqual(
        {
          ...(beyondJavaScript === undefined ? {} : { beyondJavaScript }),
          ...(beyondLinear === undefined ? {} : { beyondLinear })
        },
        beyond
      )
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )
})

describe("a matcher that cannot be used", () => {
  it.effect.each<readonly [pattern: string, expected: MatcherRejected]>([
    [
      "MCP:(?!ctx_)",
      {
        kind: "needs-platform-engine",
        construct: "(?!",
        column: 5,
        message:
          '"(?!" at column 5 of the matcher: look-around is not possible in linear time, and this host provides no other ' +
          "engine; write a matcher of what should match, and let the hook itself sort out the exceptions"
      }
    ],
    [
      "(a|b)\\1",
      {
        kind: "needs-platform-engine",
        construct: "\\1",
        column: 6,
        message:
          '"\\1" at column 6 of the matcher: a back-reference is not possible in linear time, and this host provides no ' +
          "other engine; write the repeated part out, and let the hook itself compare"
      }
    ],
    [
      "(?:[a-z]{900}){900}",
      {
        kind: "needs-platform-engine",
        construct: "{900}",
        column: 9,
        message:
          '"{900}" at column 9 of the matcher: it is too large to run in linear time; write + or * for an exact ' +
          "count, or split it between several hooks"
      }
    ],
    [
      "*.ts",
      {
        kind: "invalid",
        construct: "*",
        column: 1,
        message:
          '"*" at column 1 of the matcher: there is nothing before it that could be repeated; a matcher is a regular ' +
          'expression, not a file glob: write .* for "anything", or \\* for the character itself'
      }
    ],
    [
      "git push(",
      {
        kind: "invalid",
        construct: "(",
        column: 9,
        message:
          '"(" at column 9 of the matcher: this group is never closed; write ) at its end, or \\( for the character itself'
      }
    ],
    [
      "(?>a)b",
      {
        kind: "invalid",
        construct: "(?>",
        column: 1,
        message:
          '"(?>" at column 1 of the matcher: JavaScript does not know this kind of group, and RE2 cannot run the pattern ' +
          "either; write (?: for a plain group"
      }
    ]
  ])("%j shows what is at fault, where, and what to write instead (KIT-13)", ([pattern, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* reject(pattern), expected)
    })
  )

  it.effect.each<readonly [pattern: string, construct: string, column: number]>([
    ["a)", ")", 2],
    ["x[abc", "[", 2],
    ["a++", "+", 3],
    ["{2}", "{2}", 1],
    ["[z-a]", "z-a", 2],
    ["a{3,1}", "{3,1}", 2],
    ["(?i)(?!a)", "(?i)", 1],
    ["a\\", "\\", 2],
    ["(?<a-b>x)", "(?<", 1],
    ["(?<n>a)(?<n>b)", "(?<n>", 8],
    ["(?<n>a)\\k<m>", "\\k<m>", 8],
    [`${"(".repeat(1_000)}a${")".repeat(1_000)}`, "(", 201]
  ])("%j is at fault in %j at column %i (KIT-13)", ([pattern, construct, column]) =>
    Effect.gen(function* () {
      const rejected = yield* reject(pattern)
      assert.deepStrictEqual([rejected.construct, rejected.column], [construct, column])
    })
  )

  it.effect("takes no longer for being huge (KIT-13)", () =>
    Effect.gen(function* () {
      const start = performance.now()
      for (const pattern of ["(", "a{1000}", "(a{1000}", "(?i)(a{1000}", "[", "\\1", "x*?"]) {
        yield* compileMatcher(pattern.repeat(100_000))
      }
      for (const pattern of [
        "((a{1000}){1000}){1000}",
        "(?i)((a{30}){30}){30}",
        `(?i)(?:${"ab".repeat(5_000)}){1000}`
      ]) {
        assert.strictEqual((yield* reject(pattern)).message.length > 0, true)
      }
      assert.isBelow(performance.now() - start, 10_000)
    })
  )
})

describe("the linear engine", () => {
  const run = (patterns: ReadonlyArray<string>): ReadonlyArray<string> => {
    const script = `
      import { registerHooks } from "node:module"
      const loaded = []
      registerHooks({ resolve: (specifier, context, next) => { loaded.push(specifier); return next(specifier, context) } })
      const { compileMatcher } = await import("@pawl/format-kit")
      const Effect = await import("effect/Effect")
      for (const pattern of ${JSON.stringify(patterns)}) await Effect.runPromise(compileMatcher(pattern))
      process.stdout.write(JSON.stringify(loaded.filter((name) => /re2js|node:vm|jsonc-parser/.test(name))))`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@pawl/source", "--input-type=module", "--eval", script],
      { cwd: path.resolve(import.meta.dirname, ".."), encoding: "utf8" }
    )
    assert.isNotEmpty(stdout, stderr)
    return Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))(stdout)
  }

  it("is not loaded for fixed texts (KIT-11)", () => {
    assert.deepStrictEqual(run(["", "*", "Shell|Write", "^git (push|pull)$", "\\.tsx?$", "(?!x)y"]), ["jsonc-parser"])
  })

  it("is loaded for the first pattern that needs it (KIT-11)", () => {
    assert.deepStrictEqual(run(["Shell", "git.*push", "rm.*-rf"]), ["jsonc-parser", "re2js"])
  })
})
