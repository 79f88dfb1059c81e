import * as Effect from "effect/Effect"
import type { Binding } from "../../Binding.ts"
import { Envelope } from "../../Envelope.ts"
import type { Selection } from "../../HookFormatAdapter.ts"
import { boundaryOf } from "../../Payload.ts"
import { type AdapterLaw, ensure, performs, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder } from "./candidates.ts"
import { generated } from "./hostile.ts"
import { fullProfile } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { at, hookNamed } from "./words.ts"

const selected = Effect.fnUntraced(function* (subject: Subject, envelope: Envelope, bindings: ReadonlyArray<Binding>) {
  const selections = yield* performs(
    () => `select of ${bindings.length} hooks ${at(envelope)}`,
    shapes.select,
    () => subject.adapter.select(envelope, bindings)
  )
  yield* ensure(
    selections.length === bindings.length,
    () => `select made ${selections.length} selections of ${bindings.length} hooks ${at(envelope)}`,
    "one for each hook, in the order of the hooks"
  )
  return selections
})

const starts = (selection: Selection | undefined): boolean => selection !== undefined && selection._tag !== "Skip"

const everyMoment = (subject: Subject): Effect.Effect<ReadonlyArray<Envelope>> =>
  Effect.map(generated(Envelope, subject.runs), (envelopes) => [...subject.envelopes, ...envelopes])

/** What holds for choosing the hooks of a moment. */
export const selectLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "each event that the suite was given has a hook that runs at its moment",
    rule: "CORE-39",
    check: Effect.fnUntraced(function* (subject) {
      const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
      for (const { event, envelope } of subject.events) {
        const selections = yield* selected(subject, envelope, bindings)
        yield* ensure(
          bindings.some((b, i) => b.event === event && b.standing._tag === "Active" && starts(selections[i])),
          () => `select ran no hook of the event "${event}" ${at(envelope)}`,
          "a hook of the sample texts that may run there, because a moment that no hook runs at checks nothing"
        )
      }
    })
  },
  {
    name: "there is one selection for each hook, in the order of the hooks, at any moment",
    rule: "CORE-39",
    check: Effect.fnUntraced(function* (subject) {
      const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
      const backwards = bindings.toReversed()
      for (const envelope of yield* everyMoment(subject)) {
        const forth = (yield* selected(subject, envelope, bindings)).map(starts)
        const back = (yield* selected(subject, envelope, backwards)).map(starts)
        yield* selected(subject, envelope, [])
        for (const [index, binding] of bindings.entries()) {
          yield* ensure(
            forth[index] === back[bindings.length - 1 - index],
            () =>
              `select ${forth[index] ? "ran" : "skipped"} ${hookNamed(binding)}, but not once the hooks were turned round, ${at(envelope)}`,
            "the same for a hook wherever it stands"
          )
        }
      }
    })
  },
  {
    name: "no hook runs at the moment of another boundary",
    rule: "CORE-39",
    check: Effect.fnUntraced(function* (subject) {
      const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
      for (const envelope of yield* everyMoment(subject)) {
        const boundary = boundaryOf(envelope.payload)
        const selections = yield* selected(subject, envelope, bindings)
        for (const [index, binding] of bindings.entries()) {
          yield* ensure(
            binding.boundary === boundary || !starts(selections[index]),
            () => `select ran ${hookNamed(binding)}, which belongs to ${binding.boundary}, ${at(envelope)}`,
            "a skip"
          )
        }
      }
    })
  }
]
