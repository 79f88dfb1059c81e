import type { Ending, Reading } from "@pawl/core"
import type { OutcomeOverrides } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { valuesOf } from "./answers/fieldValues.ts"

const Word = Schema.Literals(["allow", "deny", "ask"])
const text = Schema.Literals(["m", "", "für", "two\nlines"])
const field = <S extends Schema.Constraint>(right: S) => Schema.optionalKey(Schema.Union([right, right, Schema.Json]))

/** An answer: fields of any event in any mixture, seldom with a value of another type. */
const Answer = Schema.Union([
  Schema.Struct({ permission: Word, user_message: Schema.optionalKey(text), agent_message: Schema.optionalKey(text) }),
  Schema.Struct({ continue: Schema.Boolean, user_message: Schema.optionalKey(text) }),
  Schema.Struct({ decision: Schema.Literals(["block", "approve"]), reason: text }),
  Schema.Struct({
    hookSpecificOutput: Schema.Struct({ decision: Schema.Literals(["block", "approve"]), reason: text })
  }),
  Schema.Struct({
    permission: field(Word),
    continue: field(Schema.Boolean),
    user_message: field(text),
    updated_input: field(Schema.Struct({ command: text })),
    decision: field(Schema.Literals(["allow", "deny", "ask", "block"])),
    reason: field(text),
    hookSpecificOutput: field(
      Schema.Struct({
        permissionDecision: Schema.optionalKey(Word),
        decision: Schema.optionalKey(Schema.Literal("block"))
      })
    )
  }),
  Schema.Struct({
    additional_context: field(text),
    env: field(Schema.Struct({ A: text })),
    updated_mcp_tool_output: field(Schema.Struct({ content: text })),
    followup_message: field(text),
    pluginPaths: field(Schema.Array(text)),
    user_message: field(text)
  })
])

/** A line of text that is no JSON object, nor the begin or the end of one. */
const Noise = Schema.String.pipe(Schema.check(Schema.makeFilter((line: string) => !/[{}\ue000]/u.test(line))))

const ends = {
  "exit 1": { _tag: "Exited", code: 1 },
  "exit 126": { _tag: "Exited", code: 126 },
  "exit 127": { _tag: "Exited", code: 127 },
  "exit 2": { _tag: "Exited", code: 2 },
  signal: { _tag: "Signalled", signal: "SIGTERM" },
  timeout: { _tag: "TimedOut", phase: "running" },
  queued: { _tag: "TimedOut", phase: "queued" },
  spawn: { _tag: "SpawnFailed", errno: "EAGAIN", message: "no" },
  lost: { _tag: "Lost", message: "gone" }
} as const satisfies { readonly [end: string]: Ending }

const changes = ["noise", "unknown", "older", "twice", "damage", "manyLines", "marks", "end", "cut"] as const

/** Everything that can be sloppy. */
export type Change = (typeof changes)[number]

const Share = Schema.Literals([0, 0.2, 0.5, 0.9, 1])

/** What is sloppy about a run, and the particulars, which only count for what is. */
const Sloppiness = Schema.Struct({
  changes: Schema.Array(Schema.Literals(changes)).check(Schema.isMaxLength(3)),
  noise: Schema.Struct({ before: Schema.Array(Noise), after: Schema.Array(Noise), braces: Schema.Boolean }),
  unknown: Schema.Record(Schema.String, Schema.Json),
  older: Schema.Struct({
    userMessage: Schema.optionalKey(text),
    agentMessage: Schema.optionalKey(text)
  }),
  twice: Schema.Struct({
    at: Share,
    value: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.999 }))),
    first: Schema.Boolean
  }),
  damage: Schema.Literals(["a line", "NUL bytes", "a text"]),
  marks: Schema.Literals([1, 2]),
  end: Schema.Literals(Object.keys(ends).filter((end): end is keyof typeof ends => end in ends)),
  cut: Share
})
type Sloppiness = typeof Sloppiness.Type

/** An answer, and what is sloppy about the run that gives it. */
export const sloppyRuns = Arbitrary.schema(Schema.Struct({ answer: Answer, sloppy: Sloppiness }))

type Kind = "permission" | "prompt"
const all: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]
const tighter: ReadonlyArray<Reading> = ["tight", "shipped"]

/**
 * In which readings a change never makes a verdict or a halt looser. As Cursor's contract is written, a failed run says
 * nothing, and on a prompt an output that does not fit is a failure. Rule: CUR-60, CUR-88
 */
export const claims: { readonly [C in Change]: { readonly [K in Kind]: ReadonlyArray<Reading> } } = {
  unknown: { permission: all, prompt: all },
  older: { permission: all, prompt: all },
  marks: { permission: all, prompt: all },
  manyLines: { permission: all, prompt: all },
  noise: { permission: all, prompt: tighter },
  twice: { permission: all, prompt: tighter },
  damage: { permission: all, prompt: tighter },
  cut: { permission: all, prompt: tighter },
  end: { permission: tighter, prompt: tighter }
}

const encoder = new TextEncoder()

const known: ReadonlySet<string> = new Set([
  "permission",
  "user_message",
  "agent_message",
  "updated_input",
  "updated_mcp_tool_output",
  "additional_context",
  "env",
  "continue",
  "followup_message",
  "pluginPaths",
  "hookSpecificOutput",
  "decision",
  "reason",
  "userMessage",
  "agentMessage"
])

const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`

/** One of the values that are tried of a field. */
const otherValue = (field: string, share: number | undefined): Schema.Json | undefined => {
  const values = valuesOf(field)
  return share === undefined ? undefined : values[Math.floor(share * values.length)]
}

const membersOf = (answer: object, sloppy: Sloppiness, is: (change: Change) => boolean): ReadonlyArray<string> => {
  const own = Object.entries(answer)
  const unknown = Object.entries(sloppy.unknown).filter(([key]) => !known.has(key))
  const { at, first, value } = sloppy.twice
  const again = is("twice") ? own[Math.min(own.length - 1, Math.floor(at * own.length))] : undefined
  const twice = again === undefined ? [] : [member(again[0], otherValue(again[0], value) ?? again[1])]
  return [
    ...(first ? twice : []),
    ...(is("unknown") ? unknown.map(([key, known]) => member(key, known)) : []),
    ...own.map(([key, known]) => member(key, known)),
    ...(is("older") ? Object.entries(sloppy.older).map(([key, known]) => member(key, known)) : []),
    ...(first ? [] : twice)
  ]
}

/** Where the bytes of a text are damaged. */
const hole = "\ue000"

const damagedBytes = (text: string): ReadonlyArray<number> =>
  text.split(hole).flatMap((part, index) => [...(index === 0 ? [] : [0xfc]), ...encoder.encode(part)])

/** The bytes and the end of a run that gives the answer as sloppily as is said. */
export const runOf = (answer: object, sloppy: Sloppiness): OutcomeOverrides => {
  const is = (change: Change): boolean => sloppy.changes.includes(change)
  const damage = is("damage") ? sloppy.damage : undefined
  const members = [...membersOf(answer, sloppy, is), ...(damage === "a text" ? [`"zz":"f${hole}r"`] : [])]
  const object = is("manyLines") ? `{\n  ${members.join(",\n  ")}\n}` : `{${members.join(",")}}`
  const { after, before, braces } = is("noise") ? sloppy.noise : { after: [], before: [], braces: false }
  // Braces in noise hide an object on many lines, so they are only there around one on a line.
  const [opening, closing] =
    braces && !is("manyLines")
      ? [
          ["a }", "{ b"],
          ["} c", "{"]
        ]
      : [[], []]
  const lines = [...before, ...opening, object, ...closing, ...after].join("\n")
  const bytes = Uint8Array.from([
    ...damagedBytes(`${"\ufeff".repeat(is("marks") ? sloppy.marks : 0)}${lines}`),
    ...(damage === "a line" ? [0x0a, 0xff, 0xfe] : damage === "NUL bytes" ? [0, 0] : [])
  ])
  return {
    stdout: is("cut") ? bytes.slice(0, Math.floor(bytes.length * sloppy.cut)) : bytes,
    stdoutTruncated: is("cut"),
    ...(is("end") ? { ending: ends[sloppy.end] } : {})
  }
}
