import {
  actionOf,
  type Binding,
  type BoundaryDescriptor,
  bindingId,
  boundaryOf,
  byteLength,
  commandOf,
  coreBoundaryTable,
  type Diagnostic,
  describeBoundary,
  type Envelope,
  failurePolicy,
  type Gate,
  HookFormatAdapter,
  knowsBoundary,
  registerBoundaries,
  supportOf
} from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeRules } from "./rulesAnswer.ts"

// A format that is nothing like JSON, made of what core exports and nothing else. A file is lines,
//   before-shell git push* : ./guard.sh
//   plan!                  : ./review.sh
// with an event, a beginning of the command, and a script; "!" fails closed. A script answers with lines as well: "deny WHY",
// "ask WHY", "allow", and "again WHAT" at the end of a turn.

const planReview: BoundaryDescriptor = {
  id: "rules/plan.review",
  beforeOperation: true,
  gate: "verdict",
  defaultTimeoutMs: 1_000
}
const table = registerBoundaries(coreBoundaryTable, [planReview])

/** The events of the format, and the moment that each is about. */
const events: ReadonlyMap<string, string> = new Map([
  ["before-shell", "tool.pre"],
  ["plan", planReview.id],
  ["turn-ended", "turn.stop"]
])

interface Rule {
  readonly line: number
  readonly event: string
  readonly boundary: string
  readonly begins: string | undefined
  readonly command: string
  readonly closed: boolean
}

class Rules {
  readonly all: ReadonlyArray<Rule>
  constructor(all: ReadonlyArray<Rule>) {
    this.all = all
  }
}

/** What a binding carries through core. */
class Row {
  readonly begins: string | undefined
  readonly reported: boolean
  constructor(begins: string | undefined, reported: boolean) {
    this.begins = begins
    this.reported = reported
  }
}

const written = /^(?<event>[a-z-]+)(?<closed>!?)(?: (?<begins>.*?)\*)? *: *(?<command>\S.*)$/u

const readLine = (text: string, line: number): Result.Result<Rule, Diagnostic> => {
  const { begins, closed, command = "", event = "" } = written.exec(text)?.groups ?? {}
  const boundary = events.get(event)
  return boundary === undefined
    ? Result.fail({
        code: "rules/bad-line",
        severity: "error",
        message: "this line is no rule",
        hint: "write: before-shell git push* : ./guard.sh",
        place: { line, column: 1 }
      })
    : Result.succeed({ line, event, boundary, begins, command, closed: closed === "!" })
}

const parse: HookFormatAdapter["Service"]["parse"] = (text) =>
  Effect.sync(() => {
    const read = text
      .split("\n")
      .map((content, index) => ({ content: content.trim(), line: index + 1 }))
      .filter(({ content }) => content !== "" && !content.startsWith("#"))
      .map(({ content, line }) => readLine(content, line))
    return {
      format: "rules",
      voided: false,
      definitions: read.length,
      findings: read.flatMap((rule) => (Result.isFailure(rule) ? [rule.failure] : [])),
      data: new Rules(read.flatMap((rule) => (Result.isSuccess(rule) ? [rule.success] : [])))
    }
  })

const honouredBy: { readonly [G in Exclude<Gate, "none">]: "verdict" | "halt" | "continuation" } = {
  verdict: "verdict",
  halt: "halt",
  continuation: "continuation"
}

const bindings: HookFormatAdapter["Service"]["bindings"] = (parsed, { profile, source }) => {
  const rules = parsed.data instanceof Rules ? parsed.data.all : []
  const known = rules.filter(({ boundary }) => table.has(boundary) && knowsBoundary(profile, boundary))
  const seen = new Map<string, number>()
  const made = known.map(({ begins, boundary, closed, command, event }): Binding => {
    const index = seen.get(event) ?? 0
    seen.set(event, index + 1)
    const { defaultTimeoutMs, gate } = describeBoundary(table, boundary)
    const { honours, reports } = supportOf(profile, boundary)
    return {
      id: bindingId(source.path, event, index),
      source: source.id,
      format: "rules",
      event,
      index,
      boundary,
      gate: gate !== "none" && honours.includes(honouredBy[gate]) ? gate : "none",
      handler: { _tag: "Shell", command },
      timeoutMs: defaultTimeoutMs,
      onFailure: failurePolicy(closed ? "closed" : "open"),
      queueTimeout: "engine",
      channels: ["verdict"],
      standing: { _tag: "Active" },
      data: new Row(begins, reports)
    }
  })
  return {
    reported: made.filter(({ data }) => data instanceof Row && data.reported).length,
    bindings: made,
    diagnostics: []
  }
}

const select: HookFormatAdapter["Service"]["select"] = (envelope, all) =>
  Effect.succeed(
    all.map(({ boundary, data }) => {
      const row = data instanceof Row ? data : new Row(undefined, true)
      if (boundary !== boundaryOf(envelope.payload) || !row.reported) return { _tag: "Skip", why: "another moment" }
      const action = actionOf(envelope.payload)
      const command = action?._tag === "ShellRun" ? action.command : ""
      return row.begins === undefined || command.startsWith(row.begins)
        ? { _tag: "Run" }
        : { _tag: "Skip", why: `the command does not begin with ${row.begins}` }
    })
  )

const encoder = new TextEncoder()

/** The command alone is told, and not where it is marked. */
const about = ({ payload }: Envelope): string => {
  const action = actionOf(payload)
  if (action?._tag !== "ShellRun") return ""
  const marked = [...(action.secretFields ?? []), ...(action.binaryFields ?? [])]
  return marked.includes("command") ? `${byteLength(action.command)} bytes` : action.command
}

/** The text that is told, in what a script reads. */
export const toldIn = (read: unknown): string | undefined =>
  Option.match(decodePayload(read), { onNone: () => undefined, onSome: (payload) => payload.about })

const decodePayload = Schema.decodeUnknownOption(Schema.Struct({ about: Schema.String }))

const momentOf = (event: string, about: string): Envelope["payload"] => {
  if (event === "plan") return { _tag: "extension", boundary: planReview.id, data: about }
  if (event === "turn-ended") return { _tag: "turn.stop", status: "completed", loopCount: 0 }
  return { _tag: "tool.pre", action: { _tag: "ShellRun", command: about } }
}

/** The format as a host is given it. */
export const rulesFormat: Layer.Layer<HookFormatAdapter> = Layer.succeed(HookFormatAdapter, {
  format: "rules",
  places: [{ kind: "project", holds: "file", path: "rules.txt" }],
  boundaries: [planReview],
  events: [...events].map(([name, boundary]) => ({ name, boundary, example: { about: "git push" } })),
  meantEvent: (name) => [...events.keys()].find((event) => event.startsWith(name)),
  parse,
  bindings,
  select,
  encode: (envelope, binding) =>
    Result.succeed({
      stdin: encoder.encode(JSON.stringify({ event: binding.event, about: about(envelope) })),
      env: { RULES_EVENT: binding.event }
    }),
  decode: decodeRules,
  envelopeFrom: (event, payload, base) =>
    Result.mapBoth(
      Result.fromOption(decodePayload(payload), () => "no rule has written this"),
      {
        onSuccess: ({ about }): Envelope => ({ ...base, payload: momentOf(event, about) }),
        onFailure: (message) => ({ message })
      }
    ),
  rewritten: (action, input, envelope) => {
    // What a script hands back as it was shown changes nothing, marked or not.
    if (input === about(envelope)) return Result.succeed(action)
    if (action._tag !== "ShellRun" || typeof input !== "string") return Result.fail({ message: "this is no command" })
    const { raw: _, ...plain } = action
    return Result.succeed({ ...plain, command: input })
  },
  filesOf: ({ handler }) =>
    commandOf(handler)
      .split(" ")
      .filter((word) => word.includes("/")),
  aliases: ({ projectDirectory }) => ({ RULES_PROJECT: projectDirectory }),
  lint: () => Effect.succeed([])
})
