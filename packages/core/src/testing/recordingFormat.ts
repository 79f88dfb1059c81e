import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { toolNameOf } from "../Action.ts"
import { type Binding, bindingId, failurePolicy } from "../Binding.ts"
import { type BoundaryTable, describeBoundary, type Gate } from "../Boundary.ts"
import type { Channel } from "../Channel.ts"
import type { Diagnostic } from "../Diagnostic.ts"
import type { Envelope } from "../Envelope.ts"
import type { ParsedSource, Selection, SourceBindings } from "../HookFormatAdapter.ts"
import { type HostProfile, knowsBoundary, supportOf } from "../HostProfile.ts"
import { limits } from "../Limits.ts"
import { actionOf, boundaryOf, type Payload } from "../Payload.ts"
import type { Source } from "../Source.ts"
import { contained } from "./contained.ts"
import { RecordingAnswer } from "./recordingAnswer.ts"

/** The name of the format, which also begins the codes of its findings. */
export const recordingFormat = "recording"

/** One line of a text in the format: a hook. Without `event` the event is named like the boundary. */
const Definition = Schema.Struct({
  boundary: Schema.NonEmptyString,
  event: Schema.optionalKey(Schema.NonEmptyString),
  command: Schema.NonEmptyString,
  /** A text that the command, the tool, the prompt or the path must hold. */
  match: Schema.optionalKey(Schema.String),
  timeoutMs: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))),
  failClosed: Schema.optionalKey(Schema.Boolean),
  /** The answer of a hook that exits with 0 and writes nothing. */
  effects: Schema.optionalKey(RecordingAnswer)
})
type Definition = typeof Definition.Type

const Definitions = Schema.Struct({
  definitions: Schema.Array(Schema.Struct({ line: Schema.Int, definition: Definition }))
})

/** The format's own row of a binding. One that was built without it matches whatever happens at its boundary. */
const Row = Schema.Struct({
  match: Schema.optionalKey(Schema.String),
  reported: Schema.Boolean,
  effects: Schema.optionalKey(RecordingAnswer)
})
type Row = typeof Row.Type

const isRow = Schema.is(Row)

/** The format's own row of a binding. */
export const rowOf = (binding: Binding): Row => (isRow(binding.data) ? binding.data : { reported: true })

const decodeDefinition = Schema.decodeUnknownResult(Definition)

const finding = (code: string, line: number, message: string, hint: string): Diagnostic => ({
  code: `${recordingFormat}/${code}`,
  severity: "error",
  message,
  hint,
  place: { line, column: 1 }
})

const readLine = (text: string, line: number): Result.Result<Definition, Diagnostic> =>
  Result.mapError(
    contained(() => decodeDefinition(JSON.parse(text))),
    (what) => finding("bad-definition", line, `this line is no hook: ${what}`, 'write {"boundary":…,"command":…}')
  )

/** Reads a text: one hook a line; empty lines are skipped. */
export const parseRecording = (text: string): ParsedSource => {
  const lines = text
    .split("\n")
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== "")
    .map(({ content, line }) => ({ line, read: readLine(content, line) }))
  return {
    format: recordingFormat,
    voided: false,
    definitions: lines.length,
    findings: lines.flatMap(({ read }) => (Result.isFailure(read) ? [read.failure] : [])),
    data: {
      definitions: lines.flatMap(({ line, read }) =>
        Result.isSuccess(read) ? [{ line, definition: read.success }] : []
      )
    }
  }
}

/** The channel that a host must honour for a gate to mean anything. */
const channelOf: { readonly [G in Exclude<Gate, "none">]: Channel } = {
  verdict: "verdict",
  halt: "halt",
  continuation: "continuation"
}

const gateFor = (gate: Gate, boundary: string, profile: HostProfile): Gate =>
  gate !== "none" && supportOf(profile, boundary).honours.includes(channelOf[gate]) ? gate : "none"

const isParsed = Schema.is(Definitions)

/** The hooks of a text for one host, in the order of the text. */
export const bindRecording = (
  table: BoundaryTable,
  parsed: ParsedSource,
  { source, profile }: { readonly source: Source; readonly profile: HostProfile }
): SourceBindings => {
  const seen = new Map<string, number>()
  const bindings: Array<Binding> = []
  const diagnostics: Array<Diagnostic> = []
  let reported = 0
  for (const { line, definition } of isParsed(parsed.data) ? parsed.data.definitions : []) {
    const { boundary, event = boundary } = definition
    const index = seen.get(event) ?? 0
    seen.set(event, index + 1)
    const warn = (code: string, message: string) =>
      diagnostics.push({
        code: `${recordingFormat}/${code}`,
        severity: "warning",
        message,
        file: source.path,
        place: { line, column: 1 }
      })
    if (!(table.has(boundary) && knowsBoundary(profile, boundary))) {
      warn("unknown-boundary", "this host does not know the moment; the hook is left out")
      continue
    }
    const { reports } = supportOf(profile, boundary)
    if (reports) reported++
    else warn("never-fires", "this host does not report the moment; the hook never runs")
    const { match, effects } = definition
    const row: Row = {
      reported: reports,
      ...(match === undefined ? {} : { match }),
      ...(effects === undefined ? {} : { effects })
    }
    const descriptor = describeBoundary(table, boundary)
    bindings.push({
      id: bindingId(source.path, event, index),
      source: source.id,
      format: recordingFormat,
      event,
      index,
      boundary,
      gate: gateFor(descriptor.gate, boundary, profile),
      handler: { _tag: "Shell", command: definition.command },
      timeoutMs: Math.min(definition.timeoutMs ?? descriptor.defaultTimeoutMs, limits.timeoutCeilingMs),
      onFailure: failurePolicy(definition.failClosed === true ? "closed" : "open"),
      queueTimeout: "engine",
      channels: ["verdict", "notice"],
      standing: { _tag: "Active" },
      data: row
    })
  }
  return { reported, bindings, diagnostics }
}

/** What a `match` is looked for in. */
const subjectOf = (payload: Payload): string => {
  const action = actionOf(payload)
  if (action !== undefined) return action._tag === "ShellRun" ? action.command : toolNameOf(action)
  if (payload._tag === "prompt.submit") return payload.prompt
  return "path" in payload ? payload.path : ""
}

/** Whether a hook runs at a moment. */
export const selectRecording = (envelope: Envelope, binding: Binding): Selection => {
  const { match, reported } = rowOf(binding)
  if (binding.boundary !== boundaryOf(envelope.payload)) return { _tag: "Skip", why: "it belongs to another moment" }
  if (!reported) return { _tag: "Skip", why: "this host does not report the moment" }
  if (match !== undefined && !subjectOf(envelope.payload).includes(match)) {
    return { _tag: "Skip", why: "its match is not in the text" }
  }
  return { _tag: "Run" }
}
