import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Action } from "../../Action.ts"
import type { Binding } from "../../Binding.ts"
import { coreBoundaryTable, describeBoundary } from "../../Boundary.ts"
import type { Envelope } from "../../Envelope.ts"
import { actionOf } from "../../Payload.ts"
import { nothingMerged } from "../../Reducer.ts"
import { type Rewritten, rewrite } from "../../rewrite.ts"
import { sampleActions } from "../actions.ts"
import { toolPre } from "../envelopes.ts"
import { type AdapterLaw, calls, ensure, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder, readings } from "./candidates.ts"
import { encoded } from "./encodeLaws.ts"
import { bottomless, generated } from "./hostile.ts"
import { fullProfile } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { at, hookNamed, shown } from "./words.ts"

/** Calls of which hooks do not get to see everything. */
const partlyShown: ReadonlyArray<Action> = [
  { ...sampleActions.ShellRun, secretFields: ["command"] },
  { ...sampleActions.FileEdit, binaryFields: ["edits"] },
  { ...sampleActions.McpTool, input: { title: "a title", token: "0123" }, secretFields: ["token"] },
  { ...sampleActions.Custom, input: { image: "AAAA", name: "a" }, binaryFields: ["image"], raw: { image: "AAAA" } }
]

/** A call of each kind of tool, and every call of the moments that the suite was given. */
const callsOf = (subject: Subject): ReadonlyArray<Action> => [
  ...Object.values(sampleActions),
  ...partlyShown,
  ...subject.envelopes.flatMap(({ payload }) => actionOf(payload) ?? [])
]

/** What a hook may hand back as an input that nobody expects. */
const oddInputs: ReadonlyArray<Schema.Json> = [null, true, 0, "", "text", [], [{}], {}, { input: {} }, bottomless]

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))
const decoder = new TextDecoder()

/** What core makes of an input that a hook hands back. */
const takenBack = (subject: Subject, envelope: Envelope, binding: Binding, value: Schema.Json): Rewritten =>
  rewrite(
    { ...nothingMerged, replacementInput: { binding: binding.id, value } },
    describeBoundary(coreBoundaryTable, "tool.pre"),
    envelope,
    () => subject.adapter
  )

/** The input of the tool in what a hook reads; undefined where it reads none. */
const inputShown = Effect.fnUntraced(function* (subject: Subject, envelope: Envelope, binding: Binding) {
  const written = yield* encoded(subject, envelope, binding)
  if (Result.isFailure(written)) return undefined
  const read = Option.getOrNull(decodeJson(decoder.decode(written.success.stdin)))
  return subject.inputOf?.(read, binding.event)
})

/** What holds for a replaced input. */
export const rewriteLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "any input can be tried as one of a tool, and makes an action or is refused",
    rule: "CORE-67",
    check: Effect.fnUntraced(function* (subject) {
      const inputs = [...oddInputs, ...(yield* generated(Schema.Json, subject.runs))]
      for (const action of callsOf(subject)) {
        const envelope = toolPre(action)
        for (const input of inputs) {
          yield* calls(
            () => `rewritten with the input ${shown(input)} ${at(envelope)}`,
            shapes.rewritten,
            () => subject.adapter.rewritten(action, input, envelope)
          )
        }
      }
    })
  },
  {
    name: "an input that a hook hands back as it was shown is no rewrite",
    rule: "CORE-76",
    check: Effect.fnUntraced(function* (subject) {
      let shownInputs = 0
      for (const reading of readings) {
        for (const binding of yield* bindingsUnder(subject, fullProfile(subject), reading)) {
          if (binding.boundary !== "tool.pre") continue
          for (const action of callsOf(subject)) {
            const envelope = toolPre(action)
            const input = yield* inputShown(subject, envelope, binding)
            if (input === undefined) continue
            shownInputs++
            const { action: other, merged } = takenBack(subject, envelope, binding, input)
            const by = `${hookNamed(binding)}, in the reading "${reading}", ${at(envelope)}`
            yield* ensure(
              merged.verdict._tag === "None" && other === undefined,
              () =>
                `rewritten made ${other === undefined ? `no action (${shown(merged.reasons[0]?.text)})` : shown(other)} of the input ${shown(input)}, which was shown to ${by}`,
              "the same action: an input that changes nothing is not judged again"
            )
          }
        }
      }
      yield* ensure(
        subject.inputOf === undefined || shownInputs > 0,
        () => "no hook of tool.pre was shown the input of a tool, as far as the option inputOf tells",
        "an event of tool.pre in which inputOf finds the input"
      )
    })
  }
]
