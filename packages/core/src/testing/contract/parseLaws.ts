import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Binding, bindingId } from "../../Binding.ts"
import { type BoundaryDescriptor, coreBoundaryTable, type Gate, registerBoundaries } from "../../Boundary.ts"
import type { Channel } from "../../Channel.ts"
import type { Diagnostic } from "../../Diagnostic.ts"
import type { LintWorld } from "../../HookFormatAdapter.ts"
import { type HostProfile, knowsBoundary, supportOf } from "../../HostProfile.ts"
import { limits } from "../../Limits.ts"
import { type AdapterLaw, type Broken, ensure, performs, type Subject } from "./AdapterLaw.ts"
import { bindingsUnder, boundTo, parsed, readings } from "./candidates.ts"
import { hostileTexts } from "./hostile.ts"
import { profilesOf } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { hookNamed, hostNamed, shown } from "./words.ts"

const emptyWorld: LintWorld = {
  resolve: (path) => path,
  look: () => Effect.succeed("missing"),
  findProgram: () => Effect.succeed(false),
  read: () => Effect.succeed(undefined),
  socketStreams: ["stdin", "stdout", "stderr"]
}

const isInside = (text: string, { line, column }: { readonly line: number; readonly column: number }): boolean =>
  // Some count a lone carriage return as the end of a line, some do not.
  [/\n/u, /\r\n|\r|\n/u].some((ends) => {
    const written = text.split(ends)[line - 1]
    // A "\r" that ends a line with "\n" is still a place in it.
    return written !== undefined && column >= 1 && column <= written.length + 1
  })

const isCodeOf = (prefix: string, code: string): boolean =>
  code.startsWith(prefix) && /^[a-z0-9]+(-[a-z0-9]+)*$/u.test(code.slice(prefix.length))

const everyText = (subject: Subject): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(hostileTexts(subject.hooks, subject.runs), (texts) => [...subject.hooks, ...texts])

const boundToEvery = Effect.fnUntraced(function* (
  subject: Subject,
  text: string,
  look: (bindings: ReadonlyArray<Binding>, voided: boolean) => Effect.Effect<void, Broken>
) {
  const read = yield* parsed(subject, text)
  for (const profile of profilesOf(subject)) {
    for (const reading of readings) {
      const { bindings } = yield* boundTo(subject, { text, read }, profile, reading)
      yield* look(bindings, read.voided)
    }
  }
})

const ensureFinding = (subject: Subject, text: string, finding: Diagnostic, placed: boolean) =>
  Effect.gen(function* () {
    const { code, place } = finding
    yield* ensure(
      isCodeOf(subject.codePrefix, code),
      () => `the finding ${shown(code)} was made of ${shown(text)}`,
      `a code that begins with ${shown(subject.codePrefix)} and goes on in lower case, with hyphens`
    )
    if (!placed && place === undefined) return
    yield* ensure(
      place !== undefined && isInside(text, place),
      () =>
        place === undefined
          ? `the finding ${code} has no place, in ${shown(text)}`
          : `the finding ${code} is at ${place.line}:${place.column}, outside of ${shown(text)}`,
      "a place inside the text, counted from 1"
    )
  })

const gateChannels: { readonly [G in Exclude<Gate, "none">]: Channel } = {
  verdict: "verdict",
  halt: "halt",
  continuation: "continuation"
}

const gateFits = (binding: Binding, descriptor: BoundaryDescriptor, profile: HostProfile): boolean =>
  binding.gate === "none" ||
  (binding.gate === descriptor.gate &&
    supportOf(profile, binding.boundary).honours.includes(gateChannels[binding.gate]))

const overHosts = Effect.fnUntraced(function* (
  subject: Subject,
  look: (bindings: ReadonlyArray<Binding>, profile: HostProfile) => Effect.Effect<void, Broken>
) {
  for (const profile of profilesOf(subject)) {
    for (const reading of readings) yield* look(yield* bindingsUnder(subject, profile, reading), profile)
  }
})

const isBinding = Schema.is(Binding)

/** A compiled matcher is made anew each time, so what an adapter carries for itself is left out of a comparison. */
const withoutData = (bindings: ReadonlyArray<Binding>): ReadonlyArray<string> =>
  bindings.map((binding) => JSON.stringify({ ...binding, data: null }))

/** What holds for reading texts, and for the hooks that are made of them. */
export const parseLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "any text can be parsed, bound and looked over, without a failure or a defect",
    rule: "CORE-38",
    check: Effect.fnUntraced(function* (subject) {
      for (const text of yield* everyText(subject)) {
        yield* boundToEvery(subject, text, () => Effect.void)
        const read = yield* parsed(subject, text)
        yield* ensure(
          read.format === subject.adapter.format && Number.isInteger(read.definitions) && read.definitions >= 0,
          () =>
            `parse made a text of the format ${shown(read.format)} with ${read.definitions} hooks of ${shown(text)}`,
          `the format ${shown(subject.adapter.format)} and a whole number of hooks`
        )
        yield* performs(
          () => `lint of ${shown(text)}`,
          shapes.lint,
          () => subject.adapter.lint(read, emptyWorld)
        )
      }
    })
  },
  {
    name: "every finding has a code of the format, and a place inside the text",
    rule: "CORE-12",
    check: Effect.fnUntraced(function* (subject) {
      for (const text of yield* everyText(subject)) {
        const read = yield* parsed(subject, text)
        for (const finding of read.findings) yield* ensureFinding(subject, text, finding, true)
        for (const profile of profilesOf(subject)) {
          const { diagnostics } = yield* boundTo(subject, { text, read }, profile, "tight")
          for (const finding of diagnostics) yield* ensureFinding(subject, text, finding, false)
        }
      }
    })
  },
  {
    name: "nothing of a voided text may run",
    rule: "CORE-38",
    check: Effect.fnUntraced(function* (subject) {
      for (const text of yield* everyText(subject)) {
        yield* boundToEvery(subject, text, (bindings, voided) => {
          const active = voided ? bindings.find((b) => b.standing._tag !== "Withheld") : undefined
          return ensure(
            active === undefined,
            () => `parse voided ${shown(text)}, and bindings made of it ${active && hookNamed(active)}, which may run`,
            "no hooks, or withheld ones"
          )
        })
      }
    })
  },
  {
    name: "the same text and host give the same hooks in the same order",
    rule: "CORE-38",
    check: Effect.fnUntraced(function* (subject) {
      for (const profile of profilesOf(subject)) {
        for (const reading of readings) {
          const first = withoutData(yield* bindingsUnder(subject, profile, reading))
          const again = withoutData(yield* bindingsUnder(subject, profile, reading))
          const other = [...first, ""].findIndex((hook, index) => hook !== (again[index] ?? ""))
          yield* ensure(
            other === -1,
            () =>
              `bindings for ${hostNamed(profile)}, in the reading "${reading}", gave at the position ${other} ${shown(again[other] ?? "no hook")} the second time`,
            `what it gave there the first time, ${shown(first[other] ?? "no hook")}`
          )
        }
      }
    })
  },
  {
    name: "every hook has an id of its own, which says where it stands",
    rule: "CORE-22",
    check: Effect.fnUntraced(function* (subject) {
      yield* overHosts(subject, (bindings, profile) =>
        Effect.gen(function* () {
          const ids = bindings.map((b) => b.id)
          const twice = ids.find((id, index) => ids.indexOf(id) !== index)
          yield* ensure(
            twice === undefined,
            () => `bindings gave two hooks the id ${shown(twice)}, for ${hostNamed(profile)}`,
            "an id for each hook"
          )
          for (const binding of bindings) {
            yield* ensure(
              binding.id.endsWith(bindingId("", binding.event, binding.index)),
              () => `bindings made ${hookNamed(binding)}, the one with the index ${binding.index}`,
              `an id that ends in ${bindingId("", binding.event, binding.index)}`
            )
            yield* ensure(
              isBinding(binding) &&
                binding.format === subject.adapter.format &&
                binding.timeoutMs > 0 &&
                binding.timeoutMs <= limits.timeoutCeilingMs,
              () =>
                `bindings made ${hookNamed(binding)} of ${shown({ ...binding, data: null })}, for ${hostNamed(profile)}`,
              `a Binding of the format ${shown(subject.adapter.format)} with a time above 0 and up to ${limits.timeoutCeilingMs} ms`
            )
          }
        })
      )
    })
  },
  {
    name: "no hook is stronger than its moment, or than its host",
    rule: "CORE-26",
    check: Effect.fnUntraced(function* (subject) {
      const table = registerBoundaries(coreBoundaryTable, subject.adapter.boundaries)
      yield* overHosts(subject, (bindings, profile) =>
        Effect.forEach(
          bindings,
          (binding) =>
            Effect.gen(function* () {
              const descriptor = table.get(binding.boundary)
              yield* ensure(
                descriptor !== undefined && knowsBoundary(profile, binding.boundary),
                () => `bindings made ${hookNamed(binding)} for the moment ${binding.boundary} of ${hostNamed(profile)}`,
                "no hook for a moment that core and the adapter do not register or that the host does not know"
              )
              yield* ensure(
                descriptor !== undefined && gateFits(binding, descriptor, profile),
                () =>
                  `bindings gave ${hookNamed(binding)} the gate "${binding.gate}" at ${binding.boundary} of ${hostNamed(profile)}`,
                `the gate "none", or the moment's own, "${descriptor?.gate}", where the host honours that`
              )
            }),
          { discard: true }
        )
      )
    })
  }
]
