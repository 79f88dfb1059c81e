import process from "node:process"
import { HookInvocation, ProcessOutcome } from "@pawl/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Frame } from "./Frame.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

/**
 * What the host says. `Begin` comes first and once, with what all runs have in common, the variables among it; `Run` has
 * what differs, and the payload as its bytes. `Cancel` is answered by `Gone`, `Ask` by `Here`. Rule: RUN-52
 */
export const ToBroker = Schema.TaggedUnion({
  Begin: {
    shell: Schema.String,
    stdin: Schema.Literals(["file", "socket"]),
    output: Schema.Literals(["fifo", "socket"]),
    places: Schema.Int,
    graceMs: Schema.Finite,
    reapMs: Schema.Finite,
    pipeGraceMs: Schema.Finite,
    stdoutBytes: Schema.Int,
    stderrTailBytes: Schema.Int,
    searchPath: Schema.String,
    variables: Texts,
    removed: Schema.Array(Schema.String)
  },
  Run: {
    ...Struct.omit(HookInvocation.fields, ["stdin"]),
    /** The id of the run, which the host has to know should the broker die. */
    invocation: Schema.String,
    /** When the time-out began to count, by {@link systemNow}: a frame may wait before it is read. */
    sentAt: Schema.Finite,
    capturedPath: Schema.optionalKey(Schema.String)
  },
  Cancel: {},
  Ask: {}
})
export type ToBroker = typeof ToBroker.Type
export type BrokerBegin = Extract<ToBroker, { readonly _tag: "Begin" }>
export type BrokerRun = Extract<ToBroker, { readonly _tag: "Run" }>

/**
 * What the broker says. `Started` names the process and when it was started, as soon as it is; `Done` has the outcome, and
 * stdout as its bytes. `Gone`: nothing of the run is left, or only these. Rule: RUN-52
 */
export const ToHost = Schema.TaggedUnion({
  Ready: {},
  Started: { pid: Schema.Int, start: Schema.optionalKey(Schema.Int) },
  Done: Struct.omit(ProcessOutcome.fields, ["stdout"]),
  Gone: { left: Schema.Array(Schema.Int) },
  Here: {}
})
export type ToHost = typeof ToHost.Type

type Tag = ToBroker["_tag"] | ToHost["_tag"]

const typeOf = {
  Begin: 1,
  Run: 2,
  Started: 3,
  Done: 4,
  Cancel: 5,
  Gone: 6,
  Ready: 7,
  Ask: 8,
  Here: 9
} as const satisfies Record<Tag, number>

const tagOf: ReadonlyMap<number, string> = new Map(Object.entries(typeOf).map(([tag, type]) => [type, tag]))

/** A clock that all processes of a system have in common, in milliseconds. */
export const systemNow = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

const nothing = new Uint8Array(0)

/** A message as a frame. */
export const frameOf = (id: number, message: ToBroker | ToHost, bytes: Uint8Array = nothing): Frame => {
  const { _tag, ...fields } = message
  return { id, type: typeOf[_tag], json: JSON.stringify(fields), bytes }
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const decoder =
  <A>(decode: (input: unknown) => Option.Option<A>) =>
  ({ json, type }: Frame): A | undefined => {
    const fields = parse(json)
    if (typeof fields !== "object" || fields === null) return undefined
    return Option.getOrUndefined(decode({ ...fields, _tag: tagOf.get(type) }))
  }

/** What the host has said; nothing when the frame says nothing that a host may say. Rule: RUN-52 */
export const hostSaid = decoder(Schema.decodeUnknownOption(ToBroker))

/** What the broker has said; nothing when the frame says nothing that a broker may say. Rule: RUN-52 */
export const brokerSaid = decoder(Schema.decodeUnknownOption(ToHost))
