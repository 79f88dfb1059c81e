import {
  type Action,
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
import { dataOf } from "./BindingData.ts"
import { type CursorEvent, cursorEvent, type MatcherTarget } from "./CursorEvent.ts"
import { finding } from "./findings.ts"
import { toolNames } from "./toolNames.ts"

/** What a matcher is tested against, and how a person would call it. */
interface Subject {
  readonly texts: ReadonlyArray<string>
  readonly called: string
  /** Set where the host does not say what it is: only a pattern that takes anything is sure of it. */
  readonly unknown?: true
}

/** A command is counted once, when it has ended: not while it runs, and not when somebody looks at it again. Rule: CUR-32 */
const hasEnded = ({ payload }: Envelope): boolean =>
  payload._tag !== "tool.result" || (payload.result._tag === "ShellResult" && payload.result.state !== "snapshot")

/** The view of a payload that matchers are tested against; undefined where the event does not occur. Rule: CUR-30, CUR-80 */
const subjectIn = (target: MatcherTarget, envelope: Envelope): Subject | undefined => {
  const { payload } = envelope
  const action = actionOf(payload)
  switch (target._tag) {
    case "ToolName": {
      if (action === undefined) return undefined
      const texts = toolNames(action)
      return { texts, called: texts[0] }
    }
    case "ShellCommand":
      return action?._tag === "ShellRun" && hasEnded(envelope)
        ? { texts: [action.command], called: "this command" }
        : undefined
    case "McpTool":
      return action?._tag === "McpTool" ? { texts: [action.tool], called: action.tool } : undefined
    case "SubagentType": {
      const type = "subagentType" in payload ? payload.subagentType : undefined
      return type === undefined
        ? { texts: [""], called: "a subagent whose type is not known", unknown: true }
        : { texts: [type], called: `the subagent type ${type}` }
    }
    case "Word":
      return { texts: [target.word], called: target.word }
    case "Everything":
      return { texts: [], called: "this moment" }
  }
}

const run: Selection = { _tag: "Run" }
const skip = (why: string): Selection => ({ _tag: "Skip", why })

const facetOf = (envelope: Envelope) => {
  const action = actionOf(envelope.payload)
  return action === undefined ? undefined : actionFacts[action._tag].facet
}

const subjectOf = (event: CursorEvent, envelope: Envelope): Subject | undefined =>
  event.facet !== undefined && facetOf(envelope) !== event.facet ? undefined : subjectIn(event.target, envelope)

const aboutWhat = (action: Action, envelope: Envelope): string =>
  action._tag === "ShellRun" && !hasEnded(envelope) ? "a command that has not ended" : toolNames(action)[0]

/** A selection that is known at once, or the test that it takes. */
type Plan = Selection | (MatchTest & { readonly subject: Subject })

const planFor = (binding: Binding, envelope: Envelope): Plan => {
  const event = cursorEvent(binding.event)
  if (event === undefined) return skip(`Cursor has no event "${binding.event}"`)
  const boundary = boundaryOf(envelope.payload)
  if (event.boundary !== boundary) return skip(`${event.name} is not about ${boundary}`)
  const { matcher, reported } = dataOf(binding)
  if (!reported) return skip(`this host does not report ${event.name}`)
  const subject = subjectOf(event, envelope)
  if (subject === undefined) {
    const action = actionOf(envelope.payload)
    return skip(`${event.name} is not about ${action === undefined ? "this moment" : aboutWhat(action, envelope)}`)
  }
  if (matcher === undefined) return run
  return { matcher, subjects: subject.texts, subject }
}

const isTest = (plan: Plan): plan is Extract<Plan, MatchTest> => "matcher" in plan

const answerTo = (
  binding: Binding,
  { matcher, subject }: Extract<Plan, MatchTest>,
  answer: MatchAnswer | undefined,
  beforeOperation: boolean
): Selection => {
  const pattern = JSON.stringify(matcher.pattern)
  if (answer?._tag === "Match") return run
  if (answer?._tag === "NoMatch") {
    const why = `the matcher ${pattern} does not match ${subject.called}`
    return subject.unknown === true && beforeOperation ? { _tag: "RunUnsure", why } : skip(why)
  }
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
