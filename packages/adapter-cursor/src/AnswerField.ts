import type { Channel } from "@pawl/core"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { haltNo, verdictNo } from "./saysNo.ts"

/** The facts of one field of answers. */
export interface AnswerFieldFacts<A> {
  /** The value, when it is of the right type. */
  readonly decode: (value: unknown) => Option.Option<A>
  /** What the value must be, after "must be". */
  readonly expects: string
  /** The channel that the field feeds where it is documented, and controls or fills where it is not. */
  readonly channel: Channel
  /** Whether a value of an undocumented field asks for anything; absent: it is only ever told of, never refused. */
  readonly asks?: (value: Schema.Json) => boolean
  /** Whether a value of an undocumented field denies, asks or halts: that much a failed run can still say. */
  readonly tightens?: (value: Schema.Json) => boolean
}

const text = { decode: Schema.decodeUnknownOption(Schema.String), expects: "a text" }
const object = { decode: Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json)), expects: "an object" }
const fact = <A>(facts: AnswerFieldFacts<A>): AnswerFieldFacts<A> => facts

/**
 * Every field that an answer can have at some event of Cursor, in one table. `asks` holds for the events that do not
 * document the field: what asks for something is refused or reported, the rest is only told of. Rule: CUR-50, CUR-51
 */
export const answerFields = {
  permission: fact({
    decode: Schema.decodeUnknownOption(Schema.Literals(["allow", "deny", "ask"])),
    expects: 'exactly "allow", "deny" or "ask"',
    channel: "verdict",
    asks: (value) => value !== "allow",
    tightens: (value) => verdictNo(value) !== "nothing"
  }),
  user_message: fact({ ...text, channel: "notice" }),
  agent_message: fact({ ...text, channel: "notice" }),
  updated_input: fact({ ...object, channel: "replacement-input", asks: () => true }),
  updated_mcp_tool_output: fact({ ...object, channel: "replacement-result", asks: () => true }),
  additional_context: fact({ ...text, channel: "model-context" }),
  env: fact({
    decode: Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.String)),
    expects: "an object of texts",
    channel: "session-env"
  }),
  continue: fact({
    decode: Schema.decodeUnknownOption(Schema.Boolean),
    expects: "true or false",
    channel: "halt",
    asks: (value) => value !== true,
    tightens: (value) => haltNo(value) !== "nothing"
  }),
  followup_message: fact({ ...text, channel: "continuation", asks: (value) => value !== "" }),
  pluginPaths: fact({
    decode: Schema.decodeUnknownOption(Schema.Array(Schema.String)),
    expects: "a list of texts",
    channel: "extension"
  })
} as const satisfies { readonly [field: string]: AnswerFieldFacts<unknown> }

/** A field that an answer can have at some event of Cursor. Rule: CUR-50 */
export type AnswerField = keyof typeof answerFields

/** Whether a key is a field that some event of Cursor documents. Rule: CUR-50 */
export const isAnswerField = (key: string): key is AnswerField => Object.hasOwn(answerFields, key)
