import { globSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents, findings, hooksJsonSchema } from "@pawl/adapter-cursor"
import type { Diagnostic } from "@pawl/core"
import { readJsonDocument, toJson } from "@pawl/format-kit"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as JsonSchema from "effect/JsonSchema"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"
import { codes, hooksFile, only } from "../support.ts"

const file = fileURLToPath(new URL("../../schema/hooks.schema.json", import.meta.url))
const fixtures = fileURLToPath(new URL("../../../../fixtures/cursor", import.meta.url))
const document = hooksJsonSchema()

const imported = SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12(document), {
  patterns: "apply"
})
const closed = { parseOptions: { onExcessProperty: "error" } } as const
const accepts = (value: unknown): boolean => Option.isSome(imported.makeOption(value, closed))

/** Where the schema is stricter than the parser: names for which Cursor drops the file, or reads nothing. */
const stricter = ["cursor/unknown-event", "cursor/events-outside-hooks"]

const rejectedByParser = (found: ReadonlyArray<Diagnostic>): boolean =>
  found.some(({ code, severity }) => severity === "error" || stricter.includes(code))

/** What the parser finds in a document, which the schema must take or reject alike. */
const compare = Effect.fnUntraced(function* (text: string) {
  const { findings: found } = yield* cursorAdapter.parse(text)
  // As editors read it: with comments, and nothing at all where it is not JSON.
  const { root } = readJsonDocument(text)
  const value = root === undefined ? undefined : toJson(root)
  assert.strictEqual(accepts(value), !rejectedByParser(found), `${text}\n${codes(found).join(" ")}`)
  return found
})

const asSchema = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))
const defs = asSchema(document.$defs)
const def = (name: string) => asSchema(defs[name])
const property = (name: string, key: string) => {
  const { $ref, ...own } = asSchema(asSchema(def(name).properties)[key])
  return typeof $ref === "string" ? def($ref.slice("#/$defs/".length)) : own
}

/** What is said of a field of a command hook, in words. */
const textOf = (event: string, field: string): string => {
  const { description } = property(`${event}.command`, field)
  return typeof description === "string" ? description : ""
}

describe("the JSON Schema of hooks.json (CUR-81)", () => {
  it("in the package is the one of this code (WRITE_SCHEMAS=1 writes it)", () => {
    if (process.env.WRITE_SCHEMAS === "1") writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
    assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), document)
  })

  it("lies where the pages say that it does, and the file that they show names it without a finding", () => {
    const exported = "@pawl/adapter-cursor/schema/hooks.schema.json"
    assert.strictEqual(createRequire(import.meta.url).resolve(exported), file)
    const page = readFileSync(new URL("../../../../docs/hooks.md", import.meta.url), "utf8")
    const [named, settings] = [...page.matchAll(/```json\n([^`]*hooks\.schema\.json[^`]*)```/gu)].map(
      ([, text = ""]) => text
    )
    assert.include(named, `"../node_modules/${exported}"`)
    assert.include(settings, `"./node_modules/${exported}"`)
    assert.isTrue(accepts(JSON.parse(named ?? "")))
    assert.isEmpty(Effect.runSync(cursorAdapter.parse(named ?? "")).findings)
  })

  it.effect.each(globSync("{*/hooks.json,files/*.json}", { cwd: fixtures }))("takes %s as the parser does", (name) =>
    compare(readFileSync(`${fixtures}/${name}`, "utf8"))
  )

  it.effect.each([
    [{}, "cursor/wrong-version"],
    [{ version: 0 }, "cursor/wrong-version"],
    [{ version: "1" }, "cursor/wrong-version"],
    [{ version: 1.5 }, "cursor/wrong-version"],
    [{ version: null, hooks: {} }, "cursor/wrong-version"],
    [{ version: 1, hooks: [] }, "cursor/hooks-not-object"],
    [{ version: 1, hooks: null }, "cursor/hooks-not-object"],
    [{ version: 1, stop: [{ command: "x" }] }, "cursor/events-outside-hooks"],
    [{ version: 1, preToolUse: [{ command: "x", failClosed: true }] }, "cursor/guard-lost"],
    [{ version: 1, hooks: { PreToolUse: [{ command: "x" }] } }, "cursor/unknown-event"],
    [{ version: 1, hooks: { PreToolUse: [{ command: "x", failClosed: true }] } }, "cursor/guard-lost"],
    [[], "cursor/root-not-object"],
    ["text", "cursor/root-not-object"]
  ] as const)("rejects the file %j, as %s", ([value, code]) =>
    Effect.gen(function* () {
      assert.isFalse(accepts(value))
      assert.include(codes(yield* compare(JSON.stringify(value))), code)
    })
  )

  it.effect.each([
    [{ version: 1 }],
    [{ version: 1, hooks: {} }],
    [{ version: 1, hooks: { stop: [] } }],
    [{ $schema: "./hooks.schema.json", version: 1, hooks: {} }],
    [{ version: 1, hooks: {}, _comment: "x", "// more": [1], description: "kept", stop_hook_loop_limit: 3 }]
  ] as const)("takes the file %j", ([value]) =>
    Effect.gen(function* () {
      assert.isTrue(accepts(value))
      yield* compare(JSON.stringify(value))
    })
  )

  const wrong: ReadonlyArray<readonly [definition: unknown, code: string]> = [
    [[{ command: "x" }], "cursor/definition-not-object"],
    ["x", "cursor/definition-not-object"],
    [null, "cursor/definition-not-object"],
    [{}, "cursor/missing-command"],
    [{ command: "" }, "cursor/missing-command"],
    [{ command: " \n\t" }, "cursor/missing-command"],
    [{ matcher: "x", hooks: [{ type: "command", command: "x" }] }, "cursor/nested-group"],
    [{ command: 5 }, "cursor/command-not-text"],
    [{ command: null }, "cursor/command-not-text"],
    [{ command: ["a", "b"] }, "cursor/command-not-text"],
    [{ command: "a\0b" }, "cursor/command-cannot-start"],
    [{ command: "x".repeat(131_072) }, "cursor/command-cannot-start"],
    [{ command: "x".repeat(262_145) }, "cursor/command-too-long"],
    [{ command: "x", type: "shell" }, "cursor/unknown-type"],
    [{ command: "x", type: "Command" }, "cursor/unknown-type"],
    [{ command: "x", type: null }, "cursor/unknown-type"],
    [{ command: "x", timeout: 0 }, "cursor/bad-timeout"],
    [{ command: "x", timeout: -1 }, "cursor/bad-timeout"],
    [{ command: "x", timeout: "5" }, "cursor/bad-timeout"],
    [{ command: "x", timeout: null }, "cursor/bad-timeout"],
    [{ command: "x", matcher: ["a"] }, "cursor/matcher-not-text"],
    [{ command: "x", matcher: null }, "cursor/matcher-not-text"],
    [{ command: "x", matcher: { tool_name: "Shell" } }, "cursor/matcher-not-text"],
    [{ command: "x", failClosed: "true" }, "cursor/bad-fail-closed"],
    [{ command: "x", failClosed: 1 }, "cursor/bad-fail-closed"],
    [{ command: "x", failClosed: null }, "cursor/bad-fail-closed"],
    [{ command: "x", prompt: 5 }, "cursor/field-not-text"],
    [{ command: "x", type: "command", model: null }, "cursor/field-not-text"],
    [{ type: "prompt", prompt: "Is it safe?", timeout: 0 }, "cursor/bad-timeout"],
    [{ type: "prompt", prompt: "Is it safe?", failClosed: "no" }, "cursor/bad-fail-closed"]
  ]

  const wrongLoops: ReadonlyArray<readonly [definition: unknown, code: string]> = [
    [{ command: "x", loop_limit: -1 }, "cursor/bad-loop-limit"],
    [{ command: "x", loop_limit: 1.5 }, "cursor/bad-loop-limit"],
    [{ command: "x", loop_limit: "5" }, "cursor/bad-loop-limit"],
    [{ command: "x", loop_limit: 1e300 }, "cursor/bad-loop-limit"]
  ]

  const right: ReadonlyArray<unknown> = [
    { command: "x" },
    { command: " x\ny ", type: "command", timeout: 0.5, matcher: "Stop", failClosed: true },
    { command: "é".repeat(60_000) },
    { command: "x", timeout: 3_600 },
    { command: "x", timeout: 60_000 },
    { command: "x", matcher: "" },
    { command: "x", matcher: "(" },
    { command: "x", failClosed: false, prompt: "", model: "small" },
    { command: "x", description: "mine", id: 7, fail_closed: true, hooks: [] },
    { type: "prompt", prompt: "Is it safe?", model: "small", matcher: "x", timeout: 15 },
    { type: "prompt" },
    { type: "prompt", command: 5, prompt: 5, model: [] }
  ]

  it.effect.each(cursorEvents)("takes and rejects definitions of $name as the parser does", ({ control, name }) =>
    Effect.gen(function* () {
      for (const definition of right) {
        const text = hooksFile({ [name]: [{ command: "y" }, definition] })
        assert.isTrue(accepts(JSON.parse(text)), text.slice(0, 200))
        yield* compare(text)
      }
      const loops = control._tag === "FollowUp"
      for (const [definition, code] of loops ? [...wrong, ...wrongLoops] : wrong) {
        const text = hooksFile({ [name]: [{ command: "y" }, definition] })
        assert.isFalse(accepts(JSON.parse(text)), text.slice(0, 200))
        assert.include(codes(yield* compare(text)), code)
      }
      for (const limit of loops ? [0, 5, 1e6, null] : [-1, 1.5, "5", null, [{}]]) {
        const text = hooksFile({ [name]: [{ command: "x", loop_limit: limit }] })
        assert.isTrue(accepts(JSON.parse(text)), text)
        yield* compare(text)
      }
      for (const value of [null, {}, { command: "x" }, "x"]) {
        const text = hooksFile({ [name]: value })
        assert.isFalse(accepts(JSON.parse(text)), text)
        assert.include(codes(yield* compare(text)), "cursor/event-not-array")
      }
    })
  )

  it("was asked about every error that the parser has, but for those that no schema can see", () => {
    const asked = new Set([
      ...[...wrong, ...wrongLoops].map(([, code]) => code),
      "cursor/wrong-version",
      "cursor/hooks-not-object",
      "cursor/root-not-object",
      "cursor/event-not-array",
      "cursor/guard-lost"
    ])
    const errors = Object.entries(findings).filter(([, { severity }]) => severity === "error")
    assert.deepStrictEqual(
      errors.map(([code]) => code).filter((code) => !asked.has(code)),
      [
        // Of the text alone, of all definitions together, of a reading, and of the world around the file.
        "cursor/not-json",
        "cursor/file-too-large",
        "cursor/too-many-definitions",
        "cursor/file-voided",
        "cursor/script-missing",
        "cursor/script-not-executable"
      ]
    )
  })

  /** A field that is right more often than not, and anything at all where it is not. */
  const mostly = <A>(right: Schema.Codec<A, unknown>) => Schema.optionalKey(Schema.Union([right, right, Schema.Json]))
  const Definition = Schema.Union([
    Schema.Struct({
      command: mostly(Schema.String),
      type: mostly(Schema.Literals(["command", "prompt", "command"])),
      matcher: mostly(Schema.Literals(["Shell", "", "("])),
      timeout: mostly(Schema.Finite),
      failClosed: mostly(Schema.Boolean),
      loop_limit: mostly(Schema.NullOr(Schema.Int)),
      prompt: Schema.optionalKey(Schema.Json),
      fail_closed: Schema.optionalKey(Schema.Json),
      hooks: Schema.optionalKey(Schema.Json)
    }),
    Schema.Json
  ])
  const Names = Schema.Literals([...cursorEvents.map(({ name }) => name), "PreToolUse"])
  const File = Schema.Struct({
    version: Schema.Union([Schema.Literal(1), Schema.Literal(1), Schema.Json]),
    name: Names,
    list: Schema.Union([Schema.Array(Definition), Schema.Array(Definition), Schema.Json]),
    stop: Schema.optionalKey(Schema.Literal("beside")),
    _note: Schema.optionalKey(Schema.Json)
  })

  it.effect.prop(
    "takes what the parser takes, and rejects what it calls an error, whatever stands there",
    [Arbitrary.schema(File)],
    ([{ list, name, ...rest }]) => compare(JSON.stringify({ ...rest, hooks: { [name]: list } })),
    { arbitrary: { runs: 1_000 } }
  )
})

describe("what the JSON Schema says of the fields (CUR-82)", () => {
  it("is something of each event and of each field", () => {
    assert.deepStrictEqual(
      Object.keys(asSchema(def("Hooks").properties)),
      cursorEvents.map(({ name }) => name)
    )
    for (const { name } of cursorEvents) {
      assert.isString(property("Hooks", name).description, name)
      for (const kind of ["command", "prompt"]) {
        const hook = `${name}.${kind}`
        const fields = Object.keys(asSchema(def(hook).properties)).sort()
        const known = ["command", "type", "prompt", "model", "timeout", "matcher", "failClosed", "loop_limit"]
        assert.deepStrictEqual(fields, known.sort())
        for (const field of fields) assert.isString(property(hook, field).description, `${hook}.${field}`)
      }
    }
  })

  it.effect.each(cursorEvents)("agrees with what a hook of $name gets", ({ name, target }) =>
    Effect.gen(function* () {
      const open = yield* only(name, { command: "x" })
      const closed = yield* only(name, { command: "x", failClosed: true })
      const hook = `${name}.command`
      assert.strictEqual(Number(property(hook, "timeout").default) * 1000, open.timeoutMs)
      assert.strictEqual(property(hook, "failClosed").default, false)
      const isInert = JSON.stringify(open.onFailure) === JSON.stringify(closed.onFailure)
      assert.strictEqual(textOf(name, "failClosed").startsWith("Has no effect"), isInert)
      const malformedDenies = open.onFailure.malformed === "closed"
      assert.strictEqual(textOf(name, "failClosed").includes("is a denial in any case"), malformedDenies)
      const word = target._tag === "Word" ? ` the word ${target.word} ` : " "
      assert.include(textOf(name, "matcher"), word)
    })
  )

  it.effect.each(cursorEvents)("has examples for $name in which the parser finds nothing", ({ name }) =>
    Effect.gen(function* () {
      const hook = `${name}.command`
      const examples = (key: string): ReadonlyArray<Schema.Json> => {
        const { examples: all } = property(hook, key)
        return Array.isArray(all) ? all : assert.fail(`${hook}.${key} has no examples`)
      }
      for (const command of examples("command")) {
        for (const matcher of examples("matcher")) {
          for (const timeout of examples("timeout")) {
            const definition = { command, matcher, timeout, failClosed: true }
            const { findings: found } = yield* cursorAdapter.parse(hooksFile({ [name]: [definition] }))
            assert.deepStrictEqual(codes(found), [], JSON.stringify(definition))
          }
        }
      }
    })
  )

  it("has a file as its example that it takes, and in which the parser finds nothing", () => {
    const [example] = Array.isArray(document.examples) ? document.examples : []
    assert.isTrue(accepts(example))
    assert.isEmpty(Effect.runSync(cursorAdapter.parse(JSON.stringify(example))).findings)
  })
})
