import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { FormatEvent } from "../../HookFormatAdapter.ts"
import { boundaryOf } from "../../Payload.ts"
import { workspaceOpen } from "../envelopes.ts"
import { type AdapterLaw, calls, ensure, type Subject } from "./AdapterLaw.ts"
import { hostileTexts } from "./hostile.ts"
import { shapes } from "./shapes.ts"
import { shown } from "./words.ts"

const ensureExample = Effect.fnUntraced(function* ({ adapter }: Subject, { boundary, example, name }: FormatEvent) {
  const what = () => `envelopeFrom of the example of ${shown(name)}`
  const read = yield* calls(what, shapes.envelopeFrom, () => adapter.envelopeFrom(name, example, workspaceOpen()))
  yield* ensure(
    Result.isSuccess(read),
    () => `${what()} said ${shown(Result.isFailure(read) ? read.failure.message : "")}`,
    "a moment, so that who tries the event can begin with the example"
  )
  const at = Result.isSuccess(read) ? boundaryOf(read.success.payload) : ""
  yield* ensure(at === boundary, () => `${what()} made a moment of ${shown(at)}`, `one of ${shown(boundary)}`)
})

const meantBy = ({ adapter }: Subject, name: string) =>
  calls(
    () => `meantEvent of ${shown(name)}`,
    shapes.meantEvent,
    () => adapter.meantEvent(name)
  )

/** What holds for the list of a format's events. */
export const eventLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "every event is listed once, with an example that can be read back as its moment",
    rule: "CORE-65",
    check: Effect.fnUntraced(function* (subject) {
      const { events } = subject.adapter
      yield* ensure(events.length > 0, () => "events is an empty list", "every event of the format")
      for (const event of events) {
        yield* ensure(
          events.filter(({ name }) => name === event.name).length === 1,
          () => `events has ${shown(event.name)} more than once`,
          "each once"
        )
        yield* ensureExample(subject, event)
      }
    })
  },
  {
    name: "the event that a name was probably meant for is one of the list, and each name is meant for itself",
    rule: "CORE-65",
    check: Effect.fnUntraced(function* (subject) {
      const names = subject.adapter.events.map(({ name }) => name)
      for (const name of names) {
        const meant = yield* meantBy(subject, name)
        yield* ensure(meant === name, () => `meantEvent of ${shown(name)} gave ${shown(meant)}`, shown(name))
      }
      for (const name of yield* hostileTexts(names, subject.runs)) {
        const meant = yield* meantBy(subject, name)
        yield* ensure(
          meant === undefined || names.includes(meant),
          () => `meantEvent of ${shown(name)} gave ${shown(meant)}`,
          "an event of the list, or undefined"
        )
      }
    })
  }
]
