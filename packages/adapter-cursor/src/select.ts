import {
  actionFacts,
  actionOf,
  type Binding,
  boundaryOf,
  coreBoundaryTable,
  describeBoundary,
  type Envelope,
  type Selection
} from "@pawl/core"
import { type MatchAnswer, type MatchTest, matchAll } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import { dataOf, evaluatedEvent } from "./BindingData.ts"
import type { CursorEvent, MatcherTarget } from "./CursorEvent.ts"
import { finding } from "./findings.ts"
import { toolNames } from "./toolNames.ts"

/** What a matcher is tested against, and how a person would call it; undefined where the event does not occur. */
interface Subject {
  readonly texts: ReadonlyArray<string>
  readonly called: string
}

type Target = (envelope: Envelope) => Subject | undefined

/** The views of a payload that matchers are tested against; a target without one belongs to events of later. Rule: CUR-30 */
const targets: { readonly [K in MatcherTarget["_tag"]]?: Target } = {
  ToolName: ({ payload }) => {
    const action = actionOf(payload)
    if (action === undefined) return undefined
    const texts = toolNames(action)
    return { texts, called: texts[0] }
  },
  ShellCommand: ({ payload }) => {
    const action = actionOf(payload)
    return action?._tag === "ShellRun" ? { texts: [action.command], called: "this command" } : undefined
  }
}

const run: Selection = { _tag: "Run" }
const skip = (why: string): Selection => ({ _tag: "Skip", why })

const facetOf = (envelope: Envelope) => {
  const action = actionOf(envelope.payload)
  return action === undefined ? undefined : actionFacts[action._tag].facet
}

const subjectOf = (event: CursorEvent, envelope: Envelope): Subject | undefined =>
  event.facet !== undefined && facetOf(envelope) !== event.facet ? undefined : targets[event.target._tag]?.(envelope)

/** A selection that is known at once, or the test that it takes. */
type Plan = Selection | (MatchTest & { readonly called: string })

const planFor = (binding: Binding, envelope: Envelope): Plan => {
  const event = evaluatedEvent(binding)
  if (event === undefined) return skip(`${binding.event} is not evaluated yet`)
  const boundary = boundaryOf(envelope.payload)
  if (event.boundary !== boundary) return skip(`${event.name} is not about ${boundary}`)
  const { matcher, reported } = dataOf(binding)
  if (!reported) return skip(`this host does not report ${event.name}`)
  const subject = subjectOf(event, envelope)
  if (subject === undefined) {
    const action = actionOf(envelope.payload)
    return skip(`${event.name} is not about ${action === undefined ? "this moment" : toolNames(action)[0]}`)
  }
  return matcher === undefined ? run : { matcher, subjects: subject.texts, called: subject.called }
}

const isTest = (plan: Plan): plan is Extract<Plan, MatchTest> => "matcher" in plan

const answerTo = (
  binding: Binding,
  { called, matcher }: Extract<Plan, MatchTest>,
  answer: MatchAnswer | undefined,
  beforeOperation: boolean
): Selection => {
  const pattern = JSON.stringify(matcher.pattern)
  if (answer?._tag === "Match") return run
  if (answer?._tag === "NoMatch") return skip(`the matcher ${pattern} does not match ${called}`)
  const why = `the matcher ${pattern} gave no answer: ${answer?.why ?? "it was not asked"}`
  // A guard that might be meant must look; elsewhere nothing can be prevented any more.
  if (beforeOperation) return { _tag: "RunUnsure", why }
  const message = `${why}; the hook was not run`
  return { _tag: "Skip", why, diagnostic: finding("cursor/matcher-unsure", { message, binding: binding.id }) }
}

/**
 * Whether each hook runs at a moment; all patterns of one call that only JavaScript's engine can run share one bound.
 * A hook never matches another boundary than its event's. Rule: CUR-30 to CUR-34
 *
 * @example
 * ```ts
 * const selections = yield* select(envelope, bindings) // [{ _tag: "Skip", why: '…' }, { _tag: "Run" }]
 * ```
 */
export const select = (
  envelope: Envelope,
  bindings: ReadonlyArray<Binding>
): Effect.Effect<ReadonlyArray<Selection>> => {
  const plans = bindings.map((binding) => planFor(binding, envelope))
  const tests = plans.filter(isTest)
  const { beforeOperation } = describeBoundary(coreBoundaryTable, boundaryOf(envelope.payload))
  return Effect.map(tests.length === 0 ? Effect.succeed([]) : matchAll(tests), (answers) => {
    let next = 0
    return bindings.map((binding, index): Selection => {
      const plan = plans[index] ?? run
      return isTest(plan) ? answerTo(binding, plan, answers[next++], beforeOperation) : plan
    })
  })
}
