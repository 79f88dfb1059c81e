import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Binding } from "../../Binding.ts"
import { Envelope } from "../../Envelope.ts"
import type { EncodedInput, EncodeFailed } from "../../HookFormatAdapter.ts"
import { toolPre } from "../envelopes.ts"
import { type AdapterLaw, type Broken, calls, ensure, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder } from "./candidates.ts"
import { bottomless, generated } from "./hostile.ts"
import { fullProfile } from "./hosts.ts"
import { holdsAsFarAsItGoes, shapes } from "./shapes.ts"
import { at, hookNamed, shown } from "./words.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder("utf-8", { ignoreBOM: true })

/** Moments that are nested so deep that they cannot be written as JSON. */
const bottomlessMoments: ReadonlyArray<Envelope> = [
  toolPre({ _tag: "McpTool", tool: "deep", input: bottomless }),
  toolPre({ _tag: "ShellRun", command: "true", raw: bottomless }),
  toolPre({ _tag: "Custom", name: "Deep", input: bottomless, denied: "text" })
]

const words = (envelope: Envelope, binding: Binding): string => `for ${hookNamed(binding)} ${at(envelope)}`

/** What an adapter writes for a hook. */
export const encoded = (
  subject: Subject,
  envelope: Envelope,
  binding: Binding
): Effect.Effect<Result.Result<EncodedInput, EncodeFailed>, Broken> =>
  calls(
    () => `encode ${words(envelope, binding)}`,
    shapes.encode,
    () => subject.adapter.encode(envelope, binding)
  )

/** Why bytes are no JSON in UTF-8; undefined where they are. */
const noJson = (stdin: Uint8Array): string | undefined => {
  try {
    JSON.parse(decoder.decode(stdin))
    return undefined
  } catch (thrown) {
    return shown(thrown)
  }
}

const ensureStdin = Effect.fnUntraced(function* (subject: Subject, envelope: Envelope, binding: Binding) {
  const first = yield* encoded(subject, envelope, binding)
  if (Result.isFailure(first)) return
  const { stdin } = first.success
  const problem = noJson(stdin)
  yield* ensure(
    problem === undefined,
    () => `encode wrote ${shown(lenient.decode(stdin))} to stdin ${words(envelope, binding)}: ${problem}`,
    "one JSON value in UTF-8 without a byte-order mark"
  )
  const again = yield* encoded(subject, envelope, binding)
  yield* ensure(
    Result.isSuccess(again) && lenient.decode(again.success.stdin) === lenient.decode(stdin),
    () =>
      `encode wrote ${Result.isSuccess(again) ? shown(lenient.decode(again.success.stdin)) : "nothing"} the second time ${words(envelope, binding)}`,
    `what it wrote the first time, ${shown(lenient.decode(stdin))}`
  )
})

const isEnvelope = Schema.is(Envelope)

/** What holds for what a hook gets to read, and for reading it back. */
export const encodeLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "a hook reads JSON in UTF-8, the same for the same moment, or the moment cannot be written",
    rule: "CORE-40",
    check: Effect.fnUntraced(function* (subject) {
      const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
      const moments = yield* generated(Envelope, subject.runs)
      for (const envelope of [...subject.envelopes, ...moments, ...bottomlessMoments]) {
        for (const binding of bindings) yield* ensureStdin(subject, envelope, binding)
      }
    })
  },
  {
    name: "each event that the suite was given can be written for its own hooks",
    rule: "CORE-40",
    check: Effect.fnUntraced(function* (subject) {
      for (const binding of yield* bindingsUnder(subject, fullProfile(subject), "tight")) {
        for (const { event, envelope } of subject.events) {
          if (event !== binding.event) continue
          const written = yield* encoded(subject, envelope, binding)
          yield* ensure(
            Result.isSuccess(written),
            () =>
              `encode failed with ${shown(Result.isFailure(written) ? written.failure.message : "")} ${words(envelope, binding)}`,
            "an input, because the suite was given the moment as one of this event"
          )
        }
      }
    })
  },
  {
    name: "any payload can be tried as a moment",
    rule: "CORE-41",
    check: Effect.fnUntraced(function* (subject) {
      const base = toolPre({ _tag: "ShellRun", command: "true" })
      const values: ReadonlyArray<unknown> = [
        undefined,
        bottomless,
        ...(yield* generated(Schema.Json, subject.runs)),
        ...subject.envelopes.map((envelope) => envelope.payload)
      ]
      for (const event of [...subject.events.map((e) => e.event), "", "__proto__", "noSuchEvent"]) {
        for (const value of values) {
          const what = () => `envelopeFrom for the event ${shown(event)} of the payload ${shown(value)}`
          const read = yield* calls(what, shapes.envelopeFrom, () => subject.adapter.envelopeFrom(event, value, base))
          yield* ensure(
            Result.isFailure(read) || holdsAsFarAsItGoes(() => isEnvelope(read.success)),
            () => `${what()} made ${shown(Result.isSuccess(read) ? read.success : read)}`,
            "an Envelope, or { message } where there is none to be read"
          )
        }
      }
    })
  }
]
