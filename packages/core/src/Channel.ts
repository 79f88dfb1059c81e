import * as Schema from "effect/Schema"

/** One thing that a hook can ask a host for. Rule: CORE-16 */
export const Channel = Schema.Literals([
  "verdict",
  "notice",
  "replacement-input",
  "replacement-result",
  "model-context",
  "session-env",
  "halt",
  "continuation",
  "extension"
]).annotate({ identifier: "Channel" })
export type Channel = typeof Channel.Type

interface ChannelFacts {
  /**
   * Whether leaving it out would let something happen that the hook meant to change: such a request is refused where it
   * cannot be honoured, any other is reported.
   */
  readonly controls: boolean
  /** What a hook did that filled the channel, after "the hook ". */
  readonly asked: string
  /** What a field does that an event does not accept, after "a field that ". */
  readonly purpose: string
}

/** The facts of each channel, in one table. Rule: CORE-16, CORE-17 */
export const channels: { readonly [C in Channel]: ChannelFacts } = {
  verdict: { controls: true, asked: "asked to decide on the action", purpose: "decides on the action" },
  notice: { controls: false, asked: "asked to show a message", purpose: "shows a message" },
  "replacement-input": {
    controls: true,
    asked: "asked to replace the input of the action",
    purpose: "replaces the input of the action"
  },
  "replacement-result": {
    controls: true,
    asked: "asked to replace the result of the action",
    purpose: "replaces the result of the action"
  },
  "model-context": {
    controls: false,
    asked: "asked to add context for the model",
    purpose: "adds context for the model"
  },
  "session-env": { controls: false, asked: "asked to set session variables", purpose: "sets session variables" },
  halt: { controls: true, asked: "asked to stop the turn", purpose: "controls whether the turn continues" },
  continuation: { controls: true, asked: "asked to go on with the turn", purpose: "asks for a follow-up" },
  extension: { controls: false, asked: "filled an extension", purpose: "fills an extension" }
}
