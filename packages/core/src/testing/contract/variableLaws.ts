import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Envelope } from "../../Envelope.ts"
import type { Identity } from "../../Identity.ts"
import { somebody, takeSessionEnv } from "../../SessionEnvNames.ts"
import { type AdapterLaw, type Broken, calls, ensure, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder } from "./candidates.ts"
import { encoded } from "./encodeLaws.ts"
import { generated, hostileTexts } from "./hostile.ts"
import { fullProfile } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { at, hookNamed, shown } from "./words.ts"

/** Variables that an adapter sets, and what a counterexample says of it. */
interface Variables {
  readonly set: Readonly<Record<string, string>>
  readonly by: () => string
}

const identities = Effect.fnUntraced(function* (subject: Subject) {
  const texts = yield* hostileTexts([], subject.runs)
  return texts.map(
    (text): Identity => ({
      format: subject.adapter.format,
      event: text,
      binding: text,
      projectDirectory: text,
      hostVersion: text,
      remote: text.length % 2 === 0,
      ...(text.length % 3 === 0 ? {} : { runId: text, userEmail: text, transcriptPath: text })
    })
  )
})

const overIdentities = Effect.fnUntraced(function* (
  subject: Subject,
  look: (variables: Variables) => Effect.Effect<void, Broken>
) {
  for (const identity of yield* identities(subject)) {
    const by = () => `aliases for the identity ${shown(identity)}`
    const set = yield* calls(by, shapes.aliases, () => subject.adapter.aliases(identity))
    yield* look({ set, by })
  }
})

const overMoments = Effect.fnUntraced(function* (
  subject: Subject,
  look: (variables: Variables) => Effect.Effect<void, Broken>
) {
  const bindings = yield* bindingsUnder(subject, fullProfile(subject), "tight")
  for (const envelope of [...subject.envelopes, ...(yield* generated(Envelope, subject.runs))]) {
    for (const binding of bindings) {
      const written = yield* encoded(subject, envelope, binding)
      if (Result.isFailure(written)) continue
      yield* look({ set: written.success.env, by: () => `encode for ${hookNamed(binding)} ${at(envelope)}` })
    }
  }
})

const ensureNames = ({ by, set }: Variables): Effect.Effect<void, Broken> =>
  Effect.forEach(
    Object.keys(set),
    (name) =>
      ensure(
        /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name),
        () => `${by()} set a variable of the name ${shown(name)}`,
        "a name of letters, digits and underscores that begins with no digit"
      ),
    { discard: true }
  )

const ensureValues = ({ by, set }: Variables): Effect.Effect<void, Broken> =>
  Effect.forEach(
    Object.entries(set),
    ([name, value]) =>
      ensure(!value.includes("\u0000"), () => `${by()} set ${name} to ${shown(value)}`, "a text without NUL"),
    { discard: true }
  )

/** A name that is there only for some would be inherited by the others, and tell them of somebody else. */
const ensureKnown =
  (known: ReadonlyArray<string>) =>
  ({ by, set }: Variables): Effect.Effect<void, Broken> =>
    Effect.forEach(
      Object.keys(set),
      (name) =>
        ensure(
          known.includes(name),
          () => `${by()} set ${name}`,
          "only names that are set as well when all of the identity is known"
        ),
      { discard: true }
    )

/** The engine's own table, without the prefixes of formats: those are what an adapter sets. */
const isTaken = (name: string): boolean => takeSessionEnv({ [name]: "" }, "", []).diagnostics.length > 0

const ensureHarmless = ({ by, set }: Variables): Effect.Effect<void, Broken> =>
  Effect.forEach(
    Object.keys(set),
    (name) =>
      ensure(
        !isTaken(name),
        () => `${by()} set ${name}`,
        "no variable that decides what runs or what it loads, and none of the engine's (neverTaken)"
      ),
    { discard: true }
  )

/** What holds for the variables that an adapter sets for a hook. */
export const variableLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "every variable for a hook has a name and a value with which a process can be started",
    rule: "CORE-40",
    check: (subject) =>
      overMoments(subject, (variables) => Effect.andThen(ensureNames(variables), ensureValues(variables)))
  },
  {
    name: "whatever is known of the identity, its variables have names with which a process can be started",
    rule: "CORE-45",
    check: (subject) => overIdentities(subject, ensureNames)
  },
  {
    name: "the variables for the identity of which all is known are all that there can be",
    rule: "CORE-45",
    check: (subject) =>
      Effect.flatMap(
        calls(
          () => "aliases for an identity of which all is known",
          shapes.aliases,
          () => subject.adapter.aliases(somebody)
        ),
        (known) => overIdentities(subject, ensureKnown(Object.keys(known)))
      )
  },
  {
    name: "no variable for a hook decides which program runs or what it loads, or is the engine's own",
    rule: "CORE-53",
    check: (subject) => Effect.andThen(overMoments(subject, ensureHarmless), overIdentities(subject, ensureHarmless))
  }
]
