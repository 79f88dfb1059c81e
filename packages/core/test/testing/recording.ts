import {
  type AdapterContractOptions,
  promptSubmit,
  RecordingAdapter,
  shellRun,
  toolResult,
  turnStop
} from "@pawl/core/testing"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const line = (definition: object): string => JSON.stringify(definition)

const open = [
  line({ boundary: "tool.pre", command: "./guard.sh", match: "git" }),
  line({ boundary: "tool.pre", command: "./second.sh" }),
  line({ boundary: "tool.pre", event: "before-tool", command: "./other.sh", failClosed: true, timeoutMs: 500 }),
  line({ boundary: "prompt.submit", command: "./prompt.sh" }),
  "",
  line({ boundary: "tool.result", command: "./after.sh" }),
  line({ boundary: "turn.stop", command: "./stop.sh" })
].join("\n")

const verdicts = {
  deny: ['{"verdict":"deny"}', '{"verdict":"deny","reason":"no pushes","notice":"see the rules"}', '{"halt":"enough"}'],
  ask: ['{"verdict":"ask","reason":"really?"}'],
  allow: ['{"verdict":"allow"}', '{"verdict":"none"}', '{"context":"mind the gap","input":{"command":"ls"}}'],
  undocumented: ['{"verdict":"allow","followUp":"go on"}']
}

/** The recording format as a subject of the adapter contract; a test lays a broken layer over it. */
export const recordingContract = (
  layer: AdapterContractOptions["layer"] = RecordingAdapter.layer()
): AdapterContractOptions => ({
  layer,
  inputOf: shownAction,
  hooks: [open, line({ boundary: "tool.pre", command: "./guard.sh", effects: { verdict: "ask" } })],
  events: [
    { event: "tool.pre", envelope: shellRun("git push"), ...verdicts },
    { event: "before-tool", envelope: shellRun("ls"), ...verdicts },
    {
      event: "prompt.submit",
      envelope: promptSubmit("hello"),
      deny: ['{"halt":"a secret"}'],
      allow: ['{"notice":"hi"}'],
      undocumented: ['{"followUp":"go on"}']
    },
    {
      event: "tool.result",
      envelope: toolResult(),
      allow: ['{"context":"more"}'],
      undocumented: ['{"verdict":"deny"}', '{"halt":"enough"}', '{"followUp":"go on"}']
    },
    { event: "turn.stop", envelope: turnStop(), allow: ['{"followUp":"go on"}'] }
  ]
})

/** Where hooks of the format read what is called. */
const shownAction: NonNullable<AdapterContractOptions["inputOf"]> = (read) => {
  const decoded = decodeRead(read)
  return Option.isSome(decoded) ? decoded.value.envelope.payload.action : undefined
}

const decodeRead = Schema.decodeUnknownOption(
  Schema.Struct({ envelope: Schema.Struct({ payload: Schema.Struct({ action: Schema.Json }) }) })
)

/** The same with one hook and one answer of each kind, for laws that are checked often. */
export const smallContract = (layer: AdapterContractOptions["layer"]): AdapterContractOptions => ({
  layer,
  hooks: [line({ boundary: "tool.pre", command: "./hook.sh" })],
  events: [
    {
      event: "tool.pre",
      envelope: shellRun("git push"),
      deny: ['{"verdict":"deny","reason":"no pushes"}'],
      allow: ['{"verdict":"allow"}'],
      undocumented: verdicts.undocumented
    }
  ]
})
