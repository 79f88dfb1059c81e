import * as Effect from "effect/Effect"
import { type AdapterLaw, type Broken, type ContractEvent, ensure } from "./AdapterLaw.ts"
import { bindingsUnder, judges } from "./candidates.ts"
import { fullProfile } from "./hosts.ts"
import { hookNamed } from "./words.ts"

const ensureSample = (
  { event }: ContractEvent,
  samples: ReadonlyArray<string> | undefined,
  what: string,
  expected: string
): Effect.Effect<void, Broken> =>
  ensure(samples !== undefined && samples.length > 0, () => `the suite has no sample of ${what} for ${event}`, expected)

/** What the suite must be given, so that the other laws are about something. */
export const givenLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "the suite was given events, and the samples that its laws are checked on",
    rule: "CORE-42",
    check: Effect.fnUntraced(function* (subject) {
      yield* ensure(
        subject.events.length > 0,
        () => "the suite names no event, so that nothing was checked of what hooks read and answer",
        "every event whose hooks can run, in the option events"
      )
      const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
      const untold = bindings.find(
        ({ event, standing }) => standing._tag === "Active" && !subject.events.some((given) => given.event === event)
      )
      yield* ensure(
        untold === undefined,
        () => `the sample texts hold ${untold && hookNamed(untold)}, of which the suite was told nothing`,
        "each event of the sample texts in the option events, because no answer of any other is looked at"
      )
      for (const given of subject.events) {
        const judging = bindings.find((binding) => binding.event === given.event && judges({ binding }))
        if (judging === undefined) continue
        yield* ensureSample(
          given,
          given.deny,
          judging.gate === "halt" ? "a halt" : "a denial",
          `an answer in the option deny, because a hook of ${given.event} can prevent what it is asked about`
        )
        yield* ensureSample(
          given,
          given.undocumented,
          "a field that controls something elsewhere",
          `an answer in the option undocumented that lets it happen and has a field which ${given.event} does not accept`
        )
      }
    })
  }
]
