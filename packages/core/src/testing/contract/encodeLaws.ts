import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Envelope } from "../../Envelope.ts"
import type { Identity } from "../../Identity.ts"
import { toolPre } from "../envelopes.ts"
import {
  type AdapterLaw,
  type Broken,
  bindingsUnder,
  calls,
  ensure,
  fullProfile,
  holdsAsFarAsItGoes,
  type Subject,
  shown
} from "./AdapterLaw.ts"
import { bottomless, generated, hostileTexts } from "./hostile.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const bottomlessMoments: ReadonlyArray<Envelope> = [
  toolPre({ _tag: "McpTool", tool: "deep", input: bottomless }),
  toolPre({ _tag: "ShellRun", command: "true", raw: bottomless }),
  toolPre({ _tag: "Custom", name: "Deep", input: bottomless, denied: "text" })
]

const ensureNames = (variables: Readonly<Record<string, string>>, of: string): Effect.Effect<void, Broken> =>
  Effect.forEach(
    Object.keys(variables),
    (name) =>
      Effect.andThen(
        ensure(/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name), () => `${of} sets ${shown(name)}, which is no name`),
        ensure(!/^PAWL_/iu.test(name), () => `${of} sets ${name}, which only the engine may`)
      ),
    { discard: true }
  )

const ensureStdin = Effect.fnUntraced(function* (subject: Subject, envelope: Envelope) {
  for (const binding of yield* bindingsUnder(subject, fullProfile(subject), "tight")) {
    const what = () => `encode for ${binding.id}`
    const encoded = yield* calls(what, () => subject.adapter.encode(envelope, binding))
    if (Result.isFailure(encoded)) continue
    const { stdin, env } = encoded.success
    yield* calls(what, (): unknown => JSON.parse(decoder.decode(stdin)))
    yield* ensureNames(env, what())
    yield* ensure(
      !Object.values(env).some((value) => value.includes("\u0000")),
      () => `${what()} sets a variable to a text with NUL, with which nothing can be started`
    )
    const again = yield* calls(what, () => subject.adapter.encode(envelope, binding))
    yield* ensure(
      Result.isSuccess(again) && decoder.decode(again.success.stdin) === decoder.decode(stdin),
      () => `${what()} writes something else the second time`
    )
  }
})

const identities = Effect.fnUntraced(function* (subject: Subject) {
  const texts = yield* hostileTexts([], subject.runs)
  return texts.map(
    (text): Identity => ({
      format: subject.adapter.format,
      event: text,
      binding: text,
      projectDirectory: text,
      hostVersion: text,
      remote: text.length % 2 === 0,
      ...(text.length % 3 === 0 ? {} : { runId: text, userEmail: text, transcriptPath: text })
    })
  )
})

const isEnvelope = Schema.is(Envelope)

/** What holds for what a hook gets to read, and for reading it back. */
export const encodeLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "a hook reads JSON in UTF-8, the same for the same moment, or the moment cannot be written",
    rule: "CORE-40",
    check: Effect.fnUntraced(function* (subject) {
      const moments = yield* generated(Envelope, subject.runs)
      for (const envelope of [...subject.envelopes, ...moments, ...bottomlessMoments]) {
        yield* ensureStdin(subject, envelope)
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
          const encoded = yield* calls(
            () => `encode for ${binding.id}`,
            () => subject.adapter.encode(envelope, binding)
          )
          yield* ensure(Result.isSuccess(encoded), () => `the moment of ${event} cannot be written for ${binding.id}`)
        }
      }
    })
  },
  {
    name: "the vendor's own variables are never the engine's",
    rule: "CORE-45",
    check: Effect.fnUntraced(function* (subject) {
      for (const identity of yield* identities(subject)) {
        const what = () => `aliases for ${shown(identity.projectDirectory)}`
        const aliases = yield* calls(what, () => subject.adapter.aliases(identity))
        yield* ensureNames(aliases, what())
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
          const read = yield* calls(
            () => `envelopeFrom for ${shown(event)}`,
            () => subject.adapter.envelopeFrom(event, value, base)
          )
          yield* ensure(
            Result.isFailure(read) || holdsAsFarAsItGoes(() => isEnvelope(read.success)),
            () => `envelopeFrom for ${shown(event)} gives no sound moment`
          )
        }
      }
    })
  }
]
