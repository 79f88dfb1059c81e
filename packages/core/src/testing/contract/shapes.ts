import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Action } from "../../Action.ts"
import { HookEffects } from "../../Effects.ts"

/** What a method must give back, in words and as a question. */
export interface Shape {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

/** Whether something holds; a check that overflows on a value without a bottom says nothing against it. */
export const holdsAsFarAsItGoes = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return true
  }
}

const shape = (expected: string, schema: Schema.Constraint): Shape => {
  const is = Schema.is(schema)
  return { expected, fits: (value) => holdsAsFarAsItGoes(() => is(value)) }
}

const resultShape = (expected: string, success: Schema.Constraint): Shape => {
  const failure = Schema.is(Schema.Struct({ message: Schema.String }))
  const is = Schema.is(success)
  return {
    expected,
    fits: (value) => {
      if (!Result.isResult(value)) return false
      const result = value
      return holdsAsFarAsItGoes(() => (Result.isSuccess(result) ? is(result.success) : failure(result.failure)))
    }
  }
}

const texts = Schema.Record(Schema.String, Schema.String)
const place = Schema.Struct({ line: Schema.Number, column: Schema.Number })
const found = Schema.Array(
  Schema.Struct({ code: Schema.String, message: Schema.String, place: Schema.optional(place) })
)

/** The shape of what each method gives back: as deep as the laws look without asking. */
export const shapes = {
  parse: shape(
    "a ParsedSource: { format, voided, definitions, findings, data }",
    Schema.Struct({ format: Schema.String, voided: Schema.Boolean, definitions: Schema.Finite, findings: found })
  ),
  bindings: shape(
    "a SourceBindings: { reported, bindings, diagnostics }",
    Schema.Struct({
      reported: Schema.Finite,
      bindings: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          event: Schema.String,
          boundary: Schema.String,
          gate: Schema.String,
          standing: Schema.Struct({ _tag: Schema.String })
        })
      ),
      diagnostics: found
    })
  ),
  select: shape(
    'a list of selections, each tagged "Run", "RunUnsure" or "Skip"',
    Schema.Array(Schema.Struct({ _tag: Schema.Literals(["Run", "RunUnsure", "Skip"]) }))
  ),
  encode: resultShape(
    "a Result: { stdin: bytes, env: texts by name }, or { message } where the moment cannot be written",
    Schema.Struct({ stdin: Schema.Uint8Array, env: texts })
  ),
  decode: shape("a HookEffects, with each field as core has it (noEffects is one that says nothing)", HookEffects),
  envelopeFrom: resultShape("a Result: an Envelope, or { message } where there is none to be read", Schema.Unknown),
  meantEvent: shape("the name of an event, or undefined", Schema.UndefinedOr(Schema.String)),
  rewritten: resultShape("a Result: an Action, or { message } where the input is none of the tool's", Action),
  filesOf: shape("a list of paths", Schema.Array(Schema.String)),
  aliases: shape("texts by name", texts),
  lint: shape("a list of diagnostics", found)
} as const satisfies Record<string, Shape>
