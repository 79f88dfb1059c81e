import { assert, describe, it } from "@effect/vitest"
import {
  actionOf,
  boundaryOf,
  type EncodedInput,
  type Envelope,
  type HookEffects,
  HookFormatAdapter,
  limits,
  noEffects,
  outcomeOf,
  type Reason
} from "@pawl/core"
import { type AdapterContractOptions, adapterContract, type ContractCase, RecordingAdapter } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { recordingContract, smallContract } from "./recording.ts"

type Adapter = HookFormatAdapter["Service"]

interface Breakage {
  /** What is wrong with the adapter. */
  readonly wrong: string
  readonly broken: (good: Adapter) => Partial<Adapter>
  /** What is wrong with what the suite was given. */
  readonly given?: (options: AdapterContractOptions) => AdapterContractOptions
  /** Whether no other law notices. */
  readonly alone?: boolean
  /** What must be said, beside the law and its rule. */
  readonly says?: RegExp
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

/** A value without some keys, looked for as deep as is said. */
const without = (value: unknown, keys: ReadonlySet<string>, depth: number): unknown => {
  if (depth === 0 || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => without(item, keys, depth))
  const kept = Object.entries(value).filter(([key]) => !keys.has(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, keys, depth - 1)]))
}

/** How deep an adapter looks for what is marked, and what it may mark without the host's own JSON being left out. */
interface Care {
  readonly secretFields?: number
  readonly binaryFields?: number
  readonly writesRawOf?: "secretFields" | "binaryFields"
}

const tellable = (envelope: Envelope, care: Care): object => {
  const { secretFields = Number.POSITIVE_INFINITY, binaryFields = Number.POSITIVE_INFINITY, writesRawOf } = care
  const { raw, ...action } = { raw: undefined, ...actionOf(envelope.payload) }
  const secret = new Set("secretFields" in action ? action.secretFields : [])
  const binary = new Set("binaryFields" in action ? action.binaryFields : [])
  const forgets = (writesRawOf === "secretFields" ? binary : secret).size === 0 && writesRawOf !== undefined
  return {
    moment: boundaryOf(envelope.payload),
    action: without(without(action, secret, secretFields), binary, binaryFields),
    ...(forgets ? { raw } : {})
  }
}

/** Writes an action with too little care for what it marks. */
const careless = (care: Care, write = (text: string): Partial<EncodedInput> => ({ stdin: encoder.encode(text) })) => ({
  broken: (): Partial<Adapter> => ({
    encode: (envelope) =>
      Result.try({
        try: () => ({ stdin: encoder.encode("{}"), env: {}, ...write(JSON.stringify(tellable(envelope, care))) }),
        catch: () => ({ message: "too deep" })
      })
  })
})

/** Sets a variable beside the good adapter's own. */
const settingOf = (env: Readonly<Record<string, string>>): Breakage => ({
  wrong: `sets ${JSON.stringify(env)} when it writes a moment`,
  says: /encode for the hook .* at the moment/u,
  broken: (good) => ({
    encode: (envelope, binding) =>
      Result.map(good.encode(envelope, binding), (input) => ({ ...input, env: { ...input.env, ...env } }))
  })
})

/** The same, also for the identity. */
const settings = (env: Readonly<Record<string, string>>): ReadonlyArray<Breakage> => [
  settingOf(env),
  {
    wrong: `sets ${JSON.stringify(env)} for the identity`,
    says: /aliases for the identity/u,
    broken: (good) => ({ aliases: (whom) => ({ ...good.aliases(whom), ...env }) })
  }
]

/** Leaves something out of what the suite is given for each event. */
const lacking =
  (key: "deny" | "undocumented", boundary: string) =>
  (options: AdapterContractOptions): AdapterContractOptions => ({
    ...options,
    events: options.events.map((event) =>
      boundaryOf(event.envelope.payload) === boundary ? { ...event, [key]: [] } : event
    )
  })

const counting = () => {
  let count = 0
  return () => count++
}

/** Adapters that break one law each, by the law that must notice. */
const breakages: Readonly<Record<string, ReadonlyArray<Breakage>>> = {
  "the suite was given events, and the samples that its laws are checked on": [
    {
      wrong: "has no event that the suite was told of",
      broken: () => ({}),
      given: (options) => ({ ...options, events: [] }),
      alone: true,
      says: /names no event, so that nothing was checked/u
    },
    {
      wrong: "has a hook of an event that the suite was not told of",
      broken: () => ({}),
      given: (options) => ({ ...options, hooks: [...options.hooks, '{"boundary":"tool.failure","command":"./x.sh"}'] }),
      alone: true,
      says: /hold the hook .*tool\.failure\[0\].*, of which the suite was told nothing/u
    },
    {
      wrong: "has no sample of a denial",
      broken: () => ({}),
      given: lacking("deny", "tool.pre"),
      alone: true,
      says: /has no sample of a denial for tool\.pre/u
    },
    {
      wrong: "has no sample of a halt",
      broken: () => ({}),
      given: lacking("deny", "prompt.submit"),
      says: /has no sample of a halt for prompt\.submit/u
    },
    {
      wrong: "has no sample of a field that an event does not accept",
      broken: () => ({}),
      given: lacking("undocumented", "prompt.submit"),
      says: /has no sample of a field that controls something elsewhere for prompt\.submit/u
    }
  ],
  "every event is listed once, with an example that can be read back as its moment": [
    { wrong: "lists no event", broken: () => ({ events: [] }), says: /events is an empty list/u },
    {
      wrong: "lists an event twice",
      broken: ({ events }) => ({ events: [...events, ...events.slice(0, 1)] }),
      says: /more than once/u
    },
    {
      wrong: "has an example that lacks what the event needs",
      broken: ({ events }) => ({ events: events.map((event) => ({ ...event, example: {} })) }),
      says: /envelopeFrom of the example of "session\.start" said /u
    },
    {
      wrong: "has an example of another moment",
      broken: ({ events }) => ({
        events: events.map((event) => ({ ...event, example: { _tag: "extension", boundary: "acme/other", data: 1 } }))
      }),
      says: /made a moment of "acme\/other"/u
    }
  ],
  "the event that a name was probably meant for is one of the list, and each name is meant for itself": [
    { wrong: "means nothing by any name", broken: () => ({ meantEvent: () => undefined }) },
    { wrong: "means a name that it does not have", broken: () => ({ meantEvent: (name) => name }) },
    {
      wrong: "throws at a long name",
      broken: (good) => ({
        meantEvent: (name) => {
          if (name.length > 1_000) throw new Error("too long")
          return good.meantEvent(name)
        }
      })
    }
  ],
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
      says: /at tool\.pre of the host "deaf", which is told of every moment and honours no answer; expected the gate/u,
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
      says: /encode for the hook .* at the moment tool\.pre of a McpTool, .* threw RangeError.*; expected a Result/u,
      broken: () => ({
        encode: (envelope) => Result.succeed({ stdin: encoder.encode(JSON.stringify(envelope)), env: {} })
      })
    },
    {
      wrong: "writes a line instead of JSON",
      says: /encode wrote "tool\.pre" to stdin for the hook .*: SyntaxError: .*; expected one JSON value in UTF-8/u,
      broken: () => ({ encode: (_, { event }) => Result.succeed({ stdin: encoder.encode(event), env: {} }) })
    },
    {
      wrong: "writes bytes",
      broken: () => ({ encode: () => Result.succeed({ stdin: Uint8Array.of(0xff), env: {} }) })
    },
    {
      wrong: "writes a mark before the JSON",
      says: /encode wrote "\\ufeff\{\}" to stdin/u,
      broken: () => ({ encode: () => Result.succeed({ stdin: encoder.encode("\ufeff{}"), env: {} }) })
    },
    {
      wrong: "counts its calls in the JSON",
      broken: () => {
        const next = counting()
        return { encode: () => Result.succeed({ stdin: encoder.encode(`${next()}`), env: {} }) }
      }
    }
  ],
  "each event that the suite was given can be written for its own hooks": [
    { wrong: "can write nothing", broken: () => ({ encode: () => Result.fail({ message: "no" }) }) }
  ],
  "no text that an action marks as secret reaches a hook": [
    {
      wrong: "writes the moment as it is",
      ...careless({ secretFields: 0 }),
      alone: true,
      says: /encode wrote the text of "\w+" to stdin, in .*zqsecret\w+qz.* for the hook .* at the moment tool\.pre/u
    },
    { wrong: "forgets the host's own JSON of a call", ...careless({ writesRawOf: "secretFields" }) },
    {
      wrong: "knows the fields of actions only, not those inside of an input",
      ...careless({ secretFields: 1 }),
      says: /zqsecretzztokenqz/u
    },
    {
      wrong: "puts what is secret into a variable",
      ...careless({ secretFields: 0 }, (text) => ({ env: { ACME_ACTION: text } })),
      says: /into the variable ACME_ACTION/u
    }
  ],
  "no contents that an action marks as binary reach a hook": [
    {
      wrong: "writes the moment as it is, without what is secret",
      ...careless({ binaryFields: 0 }),
      alone: true,
      says: /zqbinary\w+qz/u
    },
    { wrong: "forgets the host's own JSON of a call", ...careless({ writesRawOf: "binaryFields" }) }
  ],
  "every variable for a hook has a name and a value with which a process can be started": [
    { ...settingOf({ "1A": "x" }), alone: true },
    settingOf({ NAME: "a\u0000b" }),
    settingOf({ "A=B": "x" })
  ],
  "whatever is known of the identity, its variables have names with which a process can be started": [
    {
      wrong: "cannot do without a user",
      broken: () => ({
        aliases: ({ userEmail }) => {
          if (userEmail === undefined) throw new Error("who?")
          return { RECORDING_USER: userEmail }
        }
      })
    },
    {
      wrong: "puts the project into a name",
      broken: () => ({ aliases: (i) => ({ [`P_${i.projectDirectory}`]: "1" }) })
    }
  ],
  "the variables for the identity of which all is known are all that there can be": [
    {
      wrong: "has a name that only a run on this machine has",
      broken: (good) => ({ aliases: (i) => ({ ...good.aliases(i), ...(i.remote ? {} : { RECORDING_LOCAL: "1" }) }) })
    }
  ],
  "no variable for a hook decides which program runs or what it loads, or is the engine's own": [
    ...settings({ PATH: "/tmp" }).map((breakage) => ({ ...breakage, alone: true })),
    ...[
      { LD_PRELOAD: "/tmp/a.so" },
      { node_options: "--require /tmp/a.js" },
      { BASH_ENV: "/tmp/a.sh" },
      { PAWL_PROJECT_DIR: "/" }
    ].flatMap(settings)
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
  "a field that controls something elsewhere is refused, makes the answer stricter, or is told": [
    {
      wrong: "drops every field that an event does not accept",
      broken: rereading((effects) => ({ ...effects, unsupported: [] })),
      alone: true,
      says: /decode made the verdict "allow" of .*followUp.* for the hook .*expected the field in unsupported/su
    }
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
  ],
  "any hook can be asked for the files that its command names": [
    {
      wrong: "takes a command without a word for one that has some",
      says: /filesOf for the hook .* whose handler is .* threw/u,
      broken: () => ({
        filesOf: ({ handler }) => {
          const [first] = handler._tag === "Shell" ? handler.command.split(" ").filter((word) => word !== "") : []
          if (first === undefined) throw new Error("no words")
          return [first]
        }
      })
    }
  ],
  "any input can be tried as one of a tool, and makes an action or is refused": [
    {
      wrong: "throws at an input that is nothing",
      alone: true,
      says: /rewritten with the input null at the moment tool\.pre of a .* threw/u,
      broken: (good) => ({
        rewritten: (action, input, envelope) => {
          if (input === null) throw new Error("nothing")
          return good.rewritten(action, input, envelope)
        }
      })
    },
    {
      wrong: "reads nested lists by calling itself",
      alone: true,
      broken: (good) => {
        const nesting = (value: unknown): number => (Array.isArray(value) ? 1 + nesting(value[0]) : 0)
        return {
          rewritten: (action, input, envelope) =>
            nesting(input) > 5 ? Result.fail({ message: "too deep" }) : good.rewritten(action, input, envelope)
        }
      }
    }
  ],
  "an input that a hook hands back as it was shown is no rewrite": [
    {
      wrong: "takes every input for another call",
      alone: true,
      says: /rewritten made .* of the input .*, which was shown to the hook .*, in the reading "asWritten"/u,
      broken: (good) => ({
        rewritten: (action, input, envelope) =>
          Result.map(good.rewritten(action, input, envelope), (after) =>
            after._tag === "ShellRun" ? { ...after, command: `${after.command} ` } : after
          )
      })
    },
    {
      wrong: "refuses what it has shown",
      alone: true,
      broken: (good) => ({
        rewritten: (action, input, envelope) =>
          action._tag === "WebFetch" ? Result.fail({ message: "no" }) : good.rewritten(action, input, envelope)
      })
    },
    {
      wrong: "is one whose input nobody finds",
      broken: () => ({}),
      given: (options) => ({ ...options, inputOf: () => undefined }),
      alone: true,
      says: /was shown the input of a tool/u
    }
  ]
}

const layerOf = ({ broken }: Breakage): Layer.Layer<HookFormatAdapter> =>
  Layer.effect(
    HookFormatAdapter,
    Effect.map(HookFormatAdapter, (good) => ({ ...good, ...broken(good) }))
  ).pipe(Layer.provide(RecordingAdapter.layer()))

const noticed = Effect.fnUntraced(function* (cases: ReadonlyArray<ContractCase>, law: string) {
  const found = cases.find(({ name }) => name.startsWith(law))
  assert.isDefined(found)
  const violation = yield* Effect.flip(found.check)
  assert.strictEqual(`${violation.law} (${violation.rule})`, found.name)
  assert.include(violation.message, `${found.name}: `)
  assert.include(violation.detail, "; expected ")
  return violation
})

describe("the contract notices an adapter that", () => {
  for (const [law, broken] of Object.entries(breakages)) {
    for (const { given = identity, ...breakage } of broken) {
      it.effect(`${breakage.wrong}: "${law}"`, () =>
        Effect.gen(function* () {
          const cases = adapterContract(given({ ...recordingContract(layerOf(breakage)), runs: 30 }))
          const violation = yield* noticed(cases, law)
          assert.match(violation.message, breakage.says ?? /./u)
          if (breakage.alone !== true) return
          const rest = adapterContract(given({ ...smallContract(layerOf(breakage)), runs: 5 }))
          for (const { name, check } of rest) if (!name.startsWith(law)) yield* check
        })
      )
    }
  }
})

describe("the contract says of an adapter in which a method gives nothing back", () => {
  const nothing: unknown = undefined
  const methods = [
    "parse",
    "bindings",
    "select",
    "encode",
    "decode",
    "envelopeFrom",
    "rewritten",
    "filesOf",
    "aliases",
    "lint"
  ] as const
  it.effect.each(methods)("that it is %s, and what was expected", (method) =>
    Effect.gen(function* () {
      const layer = layerOf({ wrong: "", broken: () => Object.fromEntries([[method, () => nothing]]) })
      const checks = adapterContract({ ...smallContract(layer), runs: 1 }).map(({ check }) => check)
      const { message } = yield* Effect.flip(Effect.all(checks, { discard: true }))
      assert.match(message, new RegExp(` \\(CORE-\\d+\\): ${method} .*returned undefined; expected [a-z].+`, "u"))
    })
  )
})

describe("the contract says of an adapter whose values have another shape further down", () => {
  it.effect("what was expected, where it looks", () =>
    Effect.gen(function* () {
      const layer = layerOf({ wrong: "", broken: rebinding(() => ({ event: 7 })) })
      const violation = yield* noticed(adapterContract(smallContract(layer)), "no hook runs at the moment of another")
      assert.match(violation.message, /bindings of .* returned .*"event":7.*; expected a SourceBindings/u)
    })
  )

  it.effect("what stopped the law, where it does not", () =>
    Effect.gen(function* () {
      const layer = layerOf({ wrong: "", broken: rebinding(() => ({ timeoutMs: 1n })) })
      const violation = yield* noticed(adapterContract(smallContract(layer)), "the same text and host give the same")
      assert.match(violation.message, /could not be checked to its end, because of TypeError: .*; expected values/u)
    })
  )
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
