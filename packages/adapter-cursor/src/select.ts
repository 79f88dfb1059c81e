import {
  type Action,
  actionFacts,
  actionOf,
  type Binding,
  type BindingId,
  boundaryOf,
  coreBoundaryTable,
  describeBoundary,
  type Envelope,
  type Selection
} from "@pawl/core"
import { type MatchAnswer, startMatching } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import { type BindingData, dataOf } from "./BindingData.ts"
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

interface About {
  readonly _tag: "About"
  readonly subject: Subject
  readonly beforeOperation: boolean
}

/** What an event is about at a moment: what its matchers are tested against, or why none of its hooks runs. */
type View =
  | About
  /** `foreign` is what is not about the event at all, which is said before that the host does not report it. */
  | { readonly _tag: "Nothing"; readonly foreign: boolean; readonly selection: Selection }

const viewOf = (name: string, envelope: Envelope): View => {
  const nothing = (why: string, foreign: boolean): View => ({ _tag: "Nothing", foreign, selection: skip(why) })
  const event = cursorEvent(name)
  if (event === undefined) return nothing(`Cursor has no event "${name}"`, true)
  const boundary = boundaryOf(envelope.payload)
  if (event.boundary !== boundary) return nothing(`${event.name} is not about ${boundary}`, true)
  const subject = subjectOf(event, envelope)
  const { beforeOperation } = describeBoundary(coreBoundaryTable, boundary)
  if (subject !== undefined) return { _tag: "About", subject, beforeOperation }
  const action = actionOf(envelope.payload)
  return nothing(`${name} is not about ${action === undefined ? "this moment" : aboutWhat(action, envelope)}`, false)
}

/** The views of one moment: hooks of the same event, which mostly follow one another, share one. */
const viewsAt = (envelope: Envelope): ((event: string) => View) => {
  const known = new Map<string, View>()
  let last: { readonly event: string; readonly view: View } | undefined
  return (event) => {
    if (last?.event === event) return last.view
    const view = known.get(event) ?? viewOf(event, envelope)
    known.set(event, view)
    last = { event, view }
    return view
  }
}

const answerTo = (
  id: BindingId,
  data: BindingData,
  { beforeOperation, subject }: About,
  answer: MatchAnswer
): Selection => {
  if (answer._tag === "Match") return run
  if (answer._tag === "NoMatch") {
    const skipped = data.skipFor(subject.called)
    return subject.unknown === true && beforeOperation ? { _tag: "RunUnsure", why: skipped.why } : skipped
  }
  const why = `${data.matcherName} gave no answer: ${answer.why}`
  // A guard that might be meant must look; elsewhere nothing can be prevented any more.
  if (beforeOperation) return { _tag: "RunUnsure", why }
  const message = `${why}; the hook was not run`
  return { _tag: "Skip", why, diagnostic: finding("cursor/matcher-unsure", { message, binding: id }) }
}

const notAsked: MatchAnswer = { _tag: "Unsure", why: "it was not asked" }

/** A hook whose matcher only JavaScript's engine can run, and its place among all hooks. */
interface Open {
  readonly index: number
  readonly id: BindingId
  readonly data: BindingData
  readonly view: About
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
export const select = (envelope: Envelope, bindings: ReadonlyArray<Binding>): Effect.Effect<ReadonlyArray<Selection>> =>
  Effect.suspend(() => {
    const viewOfEvent = viewsAt(envelope)
    const matching = startMatching()
    const open: Array<Open> = []
    const selections = bindings.map((binding, index): Selection => {
      const view = viewOfEvent(binding.event)
      if (view._tag === "Nothing" && view.foreign) return view.selection
      const data = dataOf(binding)
      const { matcher, reported } = data
      if (!reported) return skip(`this host does not report ${binding.event}`)
      if (view._tag === "Nothing") return view.selection
      if (matcher === undefined) return run
      const answer = matching.ask(matcher, view.subject.texts)
      if (answer !== undefined) return answerTo(binding.id, data, view, answer)
      open.push({ index, id: binding.id, data, view })
      return run
    })
    if (open.length === 0) return Effect.succeed(selections)
    return Effect.map(matching.rest, (answers) => {
      open.forEach(({ data, id, index, view }, position) => {
        selections[index] = answerTo(id, data, view, answers[position] ?? notAsked)
      })
      return selections
    })
  })
