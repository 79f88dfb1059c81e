import { assert, describe, it } from "@effect/vitest"
import { type HookEffects, HookFormatAdapter, limits, noEffects, outcomeOf, type Reason } from "@pawl/core"
import { adapterContract, RecordingAdapter } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { recordingContract } from "./recording.ts"

type Adapter = HookFormatAdapter["Service"]

interface Breakage {
  /** What is wrong with the adapter. */
  readonly wrong: string
  readonly broken: (good: Adapter) => Partial<Adapter>
}

const exitedWell = { _tag: "Exited", code: 0 } as const
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Changes each binding that the good adapter makes. */
const rebinding =
  (change: (binding: ReturnType<Adapter["bindings"]>["bindings"][number]) => object) =>
  (good: Adapter): Partial<Adapter> => ({
    bindings: (parsed, context) => {
      const found = good.bindings(parsed, context)
      return { ...found, bindings: found.bindings.map((binding) => Object.assign({}, binding, change(binding))) }
    }
  })

/** Changes each answer that the good adapter reads. */
const rereading =
  (change: (effects: HookEffects, input: Parameters<Adapter["decode"]>[0]) => HookEffects) =>
  (good: Adapter): Partial<Adapter> => ({ decode: (input) => change(good.decode(input), input) })

/** Signs or words each reason of an answer otherwise. */
const rewording = (change: (reason: Reason) => Reason) =>
  rereading((effects) => ({
    ...effects,
    reasons: effects.reasons.map(change),
    ...(effects.halt === undefined ? {} : { halt: change(effects.halt) })
  }))

const counting = () => {
  let count = 0
  return () => count++
}

/** Adapters that break one law each, by the law that must notice. */
const breakages: Readonly<Record<string, ReadonlyArray<Breakage>>> = {
  "any text can be parsed, bound and looked over, without a failure or a defect": [
    {
      wrong: "throws at a NUL",
      broken: (good) => ({
        parse: (text) => {
          if (text.includes("\u0000")) throw new Error("NUL")
          return good.parse(text)
        }
      })
    },
    {
      wrong: "reads nested brackets by calling itself",
      broken: (good) => {
        const nesting = (text: string, at: number): number => (text[at] === "[" ? 1 + nesting(text, at + 1) : 0)
        return {
          parse: (text) =>
            Effect.andThen(
              Effect.sync(() => nesting(text, 0)),
              good.parse(text)
            )
        }
      }
    },
    {
      wrong: "cannot bind an empty text",
      broken: (good) => ({
        bindings: (parsed, context) => {
          if (parsed.definitions === 0) throw new Error("nothing to bind")
          return good.bindings(parsed, context)
        }
      })
    },
    { wrong: "dies looking over scripts", broken: () => ({ lint: () => Effect.die("no such file") }) },
    { wrong: "calls itself by two names", broken: () => ({ format: "other" }) }
  ],
  "every finding has a code of the format, and a place inside the text": [
    ...(
      [
        ["uses another format's codes", { code: "other/bad-definition" }],
        ["writes its codes with capitals", { code: "recording/BadDefinition" }],
        ["says no place", { place: undefined }],
        ["points at a line behind the last", { place: { line: 1_000_000, column: 1 } }],
        ["counts columns from 0", { place: { line: 1, column: 0 } }]
      ] as const
    ).map(([wrong, change]) => ({
      wrong,
      broken: (good: Adapter): Partial<Adapter> => ({
        parse: (text) =>
          Effect.map(good.parse(text), (parsed) => ({
            ...parsed,
            findings: parsed.findings.map((finding) => Object.assign({}, finding, change))
          }))
      })
    })),
    {
      wrong: "points behind the text in what a host finds",
      broken: (good) => ({
        bindings: (parsed, context) => ({
          ...good.bindings(parsed, context),
          diagnostics: [
            { code: "recording/x", severity: "warning", message: "x", place: { line: 1, column: 1_000_000 } }
          ]
        })
      })
    }
  ],
  "nothing of a voided text may run": [
    {
      wrong: "voids a text and runs the rest of it",
      broken: (good) => ({
        parse: (text) => Effect.map(good.parse(text), (parsed) => ({ ...parsed, voided: parsed.data !== undefined }))
      })
    }
  ],
  "the same text and host give the same hooks in the same order": [
    {
      wrong: "turns the order round each time",
      broken: (good) => {
        const next = counting()
        return {
          bindings: (parsed, context) => {
            const found = good.bindings(parsed, context)
            return next() % 3 === 0 ? { ...found, bindings: found.bindings.toReversed() } : found
          }
        }
      }
    },
    {
      wrong: "counts hooks over all texts",
      broken: (good) => {
        const next = counting()
        return rebinding((binding) => ({ id: `${binding.id}${next()}` }))(good)
      }
    }
  ],
  "every hook has an id of its own, which says where it stands": [
    {
      wrong: "numbers no hooks",
      broken: rebinding(({ source, event }) => ({ id: `${source}#${event}[0]`, index: 0 }))
    },
    {
      wrong: "names hooks by their command",
      broken: rebinding((binding) => ({ id: JSON.stringify(binding.handler) }))
    },
    { wrong: "gives no time", broken: rebinding(() => ({ timeoutMs: 0 })) },
    { wrong: "gives time for ever", broken: rebinding(() => ({ timeoutMs: limits.timeoutCeilingMs + 1 })) },
    { wrong: "says another format", broken: rebinding(() => ({ format: "other" })) },
    { wrong: "has a gate that does not exist", broken: rebinding(() => ({ gate: "perhaps" })) }
  ],
  "no hook is stronger than its moment, or than its host": [
    { wrong: "judges where nothing can be prevented", broken: rebinding(() => ({ gate: "verdict" })) },
    {
      wrong: "never asks what the host honours",
      broken: (good) => ({
        bindings: (parsed, { profile, ...context }) =>
          good.bindings(parsed, {
            ...context,
            profile: {
              ...profile,
              boundaries: Object.fromEntries(
                Object.entries(profile.boundaries).map(([id, support]) => [
                  id,
                  { ...support, honours: ["verdict", "halt", "continuation"] as const }
                ])
              )
            }
          })
      })
    },
    { wrong: "makes a moment up", broken: rebinding(() => ({ boundary: "tool.maybe", gate: "none" })) }
  ],
  "each event that the suite was given has a hook that runs at its moment": [
    {
      wrong: "never runs anything",
      broken: () => ({
        select: (_envelope, bindings) => Effect.succeed(bindings.map(() => ({ _tag: "Skip", why: "" })))
      })
    },
    { wrong: "finds no hooks", broken: () => ({ bindings: () => ({ reported: 0, bindings: [], diagnostics: [] }) }) }
  ],
  "there is one selection for each hook, in the order of the hooks, at any moment": [
    {
      wrong: "leaves out those that do not run",
      broken: (good) => ({
        select: (envelope, bindings) =>
          Effect.map(good.select(envelope, bindings), (all) => all.filter(({ _tag }) => _tag !== "Skip"))
      })
    },
    {
      wrong: "puts those that run in front",
      broken: (good) => ({
        select: (envelope, bindings) =>
          Effect.map(good.select(envelope, bindings), (all) => all.toSorted((a, b) => (a._tag < b._tag ? -1 : 1)))
      })
    },
    {
      wrong: "knows only the moments of core",
      broken: (good) => ({
        select: (envelope, bindings) => {
          if (envelope.payload._tag === "extension") throw new Error("what is that?")
          return good.select(envelope, bindings)
        }
      })
    }
  ],
  "no hook runs at the moment of another boundary": [
    {
      wrong: "runs everything everywhere",
      broken: () => ({ select: (_envelope, bindings) => Effect.succeed(bindings.map(() => ({ _tag: "Run" }))) })
    }
  ],
  "a hook reads JSON in UTF-8, the same for the same moment, or the moment cannot be written": [
    {
      wrong: "throws where a moment cannot be written",
      broken: () => ({
        encode: (envelope) => Result.succeed({ stdin: encoder.encode(JSON.stringify(envelope)), env: {} })
      })
    },
    {
      wrong: "writes bytes",
      broken: () => ({ encode: () => Result.succeed({ stdin: Uint8Array.of(0xff), env: {} }) })
    },
    {
      wrong: "writes a mark before the JSON",
      broken: () => ({ encode: () => Result.succeed({ stdin: encoder.encode("\ufeff{}"), env: {} }) })
    },
    {
      wrong: "counts its calls in the JSON",
      broken: () => {
        const next = counting()
        return { encode: () => Result.succeed({ stdin: encoder.encode(`${next()}`), env: {} }) }
      }
    },
    ...[{ PAWL_BINDING: "me" }, { "A=B": "x" }, { NAME: "a\u0000b" }].map((env) => ({
      wrong: `sets ${JSON.stringify(env)}`,
      broken: (): Partial<Adapter> => ({ encode: () => Result.succeed({ stdin: encoder.encode("{}"), env }) })
    }))
  ],
  "each event that the suite was given can be written for its own hooks": [
    { wrong: "can write nothing", broken: () => ({ encode: () => Result.fail({ message: "no" }) }) }
  ],
  "the vendor's own variables are never the engine's": [
    { wrong: "takes the engine's name", broken: () => ({ aliases: () => ({ PAWL_PROJECT_DIR: "/" }) }) },
    {
      wrong: "cannot do without a user",
      broken: () => ({
        aliases: ({ userEmail }) => {
          if (userEmail === undefined) throw new Error("who?")
          return { RECORDING_USER: userEmail }
        }
      })
    }
  ],
  "any payload can be tried as a moment": [
    {
      wrong: "reads keys of whatever it gets",
      broken: (good) => ({
        envelopeFrom: (event, payload, base) => {
          if (payload === undefined) throw new TypeError("Cannot read properties of undefined")
          return good.envelopeFrom(event, payload, base)
        }
      })
    },
    {
      wrong: "takes any payload for a moment",
      broken: () => ({
        envelopeFrom: (_event, _payload, base) => Result.succeed(Object.assign({}, base, { at: "now" }))
      })
    }
  ],
  "the sample answers mean what they were given for": [
    { wrong: "has never an opinion", broken: () => ({ decode: () => noEffects }) },
    { wrong: "denies everything", broken: rereading((effects) => ({ ...effects, verdict: "deny" })) }
  ],
  "any outcome of a run can be decoded, and comes to the same effects again": [
    {
      wrong: "throws at bytes that are no text",
      broken: (good) => ({
        decode: (input) => {
          new TextDecoder("utf-8", { fatal: true }).decode(input.outcome.stdout)
          return good.decode(input)
        }
      })
    },
    {
      wrong: "throws at a hook that could not be started",
      broken: (good) => ({
        decode: (input) => {
          if (input.outcome.ending._tag === "SpawnFailed") throw new Error("not started")
          return good.decode(input)
        }
      })
    },
    {
      wrong: "changes its mind",
      broken: (good) => {
        const next = counting()
        return rereading((effects) => ({ ...effects, extensions: [{ id: "count", value: next() }] }))(good)
      }
    },
    { wrong: "makes a verdict up", broken: rereading((effects) => Object.assign({}, effects, { verdict: "perhaps" })) }
  ],
  "a run that failed, or whose output was cut, never allows, rewrites, adds or goes on": [
    {
      wrong: "looks at the output only",
      broken: (good) => ({
        decode: (input) =>
          good.decode({ ...input, outcome: { ...outcomeOf(exitedWell), stdout: input.outcome.stdout } })
      })
    }
  ],
  "the strict policy never loosens": [
    {
      wrong: "takes strict for something else",
      broken: rereading((effects, { policy }) => (policy.strict ? noEffects : effects))
    }
  ],
  "under the strict policy a hook that failed denies or holds what it judges": [
    {
      wrong: "does not know the strict policy",
      broken: (good) => ({ decode: (input) => good.decode({ ...input, policy: { ...input.policy, strict: false } }) })
    }
  ],
  "a hook that was never started for want of a place denies or holds what it judges": [
    {
      wrong: "takes the engine's queue for the hook's fault",
      broken: (good) => ({
        ...rebinding(() => ({ queueTimeout: "policy" }))(good),
        decode: (input) => (input.outcome.ending._tag === "TimedOut" ? noEffects : good.decode(input))
      })
    }
  ],
  "noise, an unknown key or a milder answer beside it never loosens an answer": [
    {
      wrong: "has no opinion on what it cannot read",
      broken: rereading((effects, { outcome }) => {
        const isJson = Result.isSuccess(
          Result.try({ try: (): unknown => JSON.parse(decoder.decode(outcome.stdout)), catch: String })
        )
        return isJson ? effects : noEffects
      })
    },
    {
      wrong: "lets the last of two equal keys win",
      broken: (good) => ({
        decode: (input) => {
          const read = Result.try({
            try: () => JSON.stringify(JSON.parse(decoder.decode(input.outcome.stdout))),
            catch: String
          })
          const stdout = Result.isSuccess(read) ? encoder.encode(read.success) : input.outcome.stdout
          return good.decode({ ...input, outcome: { ...input.outcome, stdout } })
        }
      })
    },
    {
      wrong: "has no opinion when there is a key that it does not know",
      broken: rereading((effects, { outcome }) => (decoder.decode(outcome.stdout).includes("zz") ? noEffects : effects))
    }
  ],
  "an end that is not well never loosens an answer that was given before it": [
    {
      wrong: "does not look at the output of a failed run",
      broken: (good) => ({
        decode: (input) =>
          good.decode(
            input.outcome.ending._tag === "Exited" && input.outcome.ending.code === 0
              ? input
              : { ...input, outcome: { ...input.outcome, stdout: new Uint8Array(0) } }
          )
      })
    }
  ],
  "output that was cut never loosens an answer, whatever is left of it": [
    {
      wrong: "does not notice that output was cut",
      broken: (good) => ({
        decode: (input) => good.decode({ ...input, outcome: { ...input.outcome, stdoutTruncated: false } })
      })
    }
  ],
  "every text of an answer is clean, and no longer than its limit": [
    { wrong: "colours its reasons", broken: rewording((reason) => ({ ...reason, text: `\u001b[31m${reason.text}` })) },
    { wrong: "turns its reasons round", broken: rewording((reason) => ({ ...reason, text: `\u202e${reason.text}` })) },
    { wrong: "has reasons without an end", broken: rewording((r) => ({ ...r, text: r.text + "x".repeat(9_000) })) },
    {
      wrong: "passes context on as it is",
      broken: rereading((effects, { outcome }) => ({ ...effects, modelContext: decoder.decode(outcome.stdout) }))
    }
  ],
  "every reason and notice names its own hook, and nothing that a hook wrote is signed by anybody else": [
    { wrong: "signs a hook's words as the engine's", broken: rewording((reason) => ({ ...reason, author: "engine" })) },
    { wrong: "signs as the host", broken: rewording((reason) => ({ ...reason, author: "host" })) },
    { wrong: "names another hook", broken: rewording((reason) => ({ ...reason, binding: "another" })) }
  ]
}

const layerOf = ({ broken }: Breakage): Layer.Layer<HookFormatAdapter> =>
  Layer.effect(
    HookFormatAdapter,
    Effect.map(HookFormatAdapter, (good) => ({ ...good, ...broken(good) }))
  ).pipe(Layer.provide(RecordingAdapter.layer()))

describe("the contract notices an adapter that", () => {
  for (const [law, broken] of Object.entries(breakages)) {
    for (const breakage of broken) {
      it.effect(`${breakage.wrong}: "${law}"`, () =>
        Effect.gen(function* () {
          const cases = adapterContract({ ...recordingContract(layerOf(breakage)), runs: 30 })
          const found = cases.find(({ name }) => name.startsWith(law))
          assert.isDefined(found)
          const violation = yield* Effect.flip(found.check)
          assert.strictEqual(violation.law, law)
          assert.isNotEmpty(violation.detail)
        })
      )
    }
  }
})

it("every law is broken by some adapter above", () => {
  const names = adapterContract(recordingContract()).map(({ name, rule }) => name.replace(` (${rule})`, ""))
  assert.deepStrictEqual(Object.keys(breakages).toSorted(), names.toSorted())
})

it.effect("a layer that cannot be built is a violation, not a crash", () =>
  Effect.gen(function* () {
    const layer = Layer.effect(HookFormatAdapter, Effect.fail("no configuration"))
    const [first] = adapterContract({ ...recordingContract(), layer })
    assert.isDefined(first)
    assert.include((yield* Effect.flip(first.check)).message, "no configuration")
  })
)
