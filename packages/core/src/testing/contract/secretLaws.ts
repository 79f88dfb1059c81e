import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Action } from "../../Action.ts"
import { actionOf } from "../../Payload.ts"
import { sampleActions } from "../actions.ts"
import { toolFailure, toolPermissionRequest, toolPre, toolResult } from "../envelopes.ts"
import { type AdapterLaw, ensure, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder, readings } from "./candidates.ts"
import { encoded } from "./encodeLaws.ts"
import { generated } from "./hostile.ts"
import { fullProfile } from "./hosts.ts"
import { at, hookNamed, shown } from "./words.ts"

/** Fields that are about the others, and those that say which tool is called, by which hooks are chosen. */
const unmarkable: ReadonlySet<string> = new Set([
  "_tag",
  "raw",
  "secretFields",
  "binaryFields",
  "tool",
  "name",
  "denied"
])

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Every text in a value. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : []

/** The same value with every text replaced. */
const replaced = (value: unknown, put: (text: string) => string): unknown => {
  if (typeof value === "string") return put(value)
  if (Array.isArray(value)) return value.map((item) => replaced(item, put))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, put)]))
    : value
}

/** An action that marks a field, what must not be told of it, and what a counterexample calls the field. */
interface Marked {
  readonly action: Action
  readonly field: string
  readonly mark: string
}

type Marking = "secretFields" | "binaryFields"

/** A text that nothing else can be taken for, in letters that no way of writing text changes. */
const markOf = (marking: Marking, field: string): string =>
  `zq${marking === "secretFields" ? "Secret" : "Binary"}${field}qz`.toLowerCase()

const decodeAction = Schema.decodeUnknownOption(Action)

const marked = (fields: object, marking: Marking, field: string): ReadonlyArray<Marked> =>
  Option.match(decodeAction({ ...fields, [marking]: [field] }), {
    onNone: () => [],
    onSome: (action) => [{ action, field, mark: markOf(marking, field) }]
  })

/**
 * An action with one of its texts marked, as hosts may hand it over: by itself, with a JSON of the call that has the text
 * under the same name at two depths, and with the JSON that the action came with.
 */
const fieldMarked = (action: Action, marking: Marking): ReadonlyArray<Marked> =>
  Object.entries(action)
    .filter(([field, value]) => !unmarkable.has(field) && textsIn(value).length > 0)
    .flatMap(([field, value]) => {
      const mark = markOf(marking, field)
      const { raw, ...plain } = { raw: undefined, ...action, [field]: replaced(value, () => mark) }
      const known = textsIn(value).filter((text) => text !== "")
      const own = replaced(raw, (text) => known.reduce((kept, secret) => kept.replaceAll(secret, mark), text))
      return [
        ...marked(plain, marking, field),
        ...marked({ ...plain, raw: { ...plain, deep: [{ [field]: mark }] } }, marking, field),
        ...(raw === undefined ? [] : marked({ ...plain, raw: own }, marking, field))
      ]
    })

/** A tool of somebody else's, with a text marked that is inside of its input. */
const insideInput = (marking: Marking): ReadonlyArray<Marked> => {
  const field = "zzToken"
  const mark = markOf(marking, field)
  const input = { [field]: mark, kept: "text", deep: [{ [field]: [mark] }] }
  return [sampleActions.McpTool, sampleActions.Custom].flatMap((action) => [
    ...marked({ ...action, input }, marking, field),
    ...marked({ ...action, input, raw: input }, marking, field)
  ])
}

const everyMarked = Effect.fnUntraced(function* (subject: Subject, marking: Marking) {
  const actions = [
    ...Object.values(sampleActions),
    ...subject.envelopes.flatMap(({ payload }) => actionOf(payload) ?? []),
    ...(yield* generated(Action, subject.runs))
  ]
  return [...insideInput(marking), ...actions.flatMap((action) => fieldMarked(action, marking))]
})

/** Every moment that an action has. */
const moments = [
  (action: Action) => toolPre(action),
  (action: Action) => toolPermissionRequest(action),
  (action: Action) => toolResult(action),
  (action: Action) => toolFailure(action)
]

const decoder = new TextDecoder()

/** The place of a mark in a text. */
const around = (text: string, mark: string): string => {
  const found = text.toLowerCase().indexOf(mark)
  return shown(text.slice(Math.max(0, found - 60), found + mark.length + 20))
}

const keeps = Effect.fnUntraced(function* (subject: Subject, marking: Marking) {
  const all = yield* everyMarked(subject, marking)
  for (const reading of readings) {
    for (const binding of yield* bindingsUnder(subject, fullProfile(subject), reading)) {
      for (const { action, field, mark } of all) {
        for (const moment of moments) {
          const envelope = moment(action)
          const written = yield* encoded(subject, envelope, binding)
          if (Result.isFailure(written)) continue
          const { env, stdin } = written.success
          const text = decoder.decode(stdin)
          const by = () =>
            `for ${hookNamed(binding)}, in the reading "${reading}", ${at(envelope)}, of which ${marking} names "${field}"`
          yield* ensure(
            !text.toLowerCase().includes(mark),
            () => `encode wrote the text of "${field}" to stdin, in ${around(text, mark)}, ${by()}`,
            marking === "secretFields"
              ? "the field left out, under every name that the format has for it, and of the action's raw as well"
              : "the field's size in bytes at most, under every name that the format has for it, and of the action's raw as well"
          )
          const variable = Object.entries(env).find((entry) => entry.join("=").toLowerCase().includes(mark))
          yield* ensure(
            variable === undefined,
            () => `encode put the text of "${field}" into the variable ${variable?.[0]} ${by()}`,
            "no variable that holds it"
          )
        }
      }
    }
  }
})

/** What holds for the fields that an action marks. */
export const secretLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "no text that an action marks as secret reaches a hook",
    rule: "CORE-3",
    check: (subject) => keeps(subject, "secretFields")
  },
  {
    name: "no contents that an action marks as binary reach a hook",
    rule: "CORE-3",
    check: (subject) => keeps(subject, "binaryFields")
  }
]
