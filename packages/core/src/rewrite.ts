import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { type Action, toolNameOf } from "./Action.ts"
import type { BindingId } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import type { MergedEffects } from "./Effects.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { Envelope } from "./Envelope.ts"
import type { HookFormatAdapter } from "./HookFormatAdapter.ts"
import { actionOf } from "./Payload.ts"
import { alsoDeny, alsoHalt, type HookAnswer } from "./Reducer.ts"

type Adapter = HookFormatAdapter["Service"]
type AdapterOf = (binding: BindingId) => Adapter | undefined

/** What is left of a replaced input: the effects, and the action that it makes where that is another one. */
export interface Rewritten {
  readonly merged: MergedEffects
  readonly action?: Action
}

/**
 * Whether a replaced input changes nothing. What the host's own JSON of the call says besides counts where the adapter has
 * kept it.
 */
const isUnchanged = (before: Action, after: Action): boolean =>
  Equal.equals(bare(before), bare(after)) && (after.raw === undefined || Equal.equals(before.raw, after.raw))

/** What an action is, without the host's own JSON of it and without what its fields are marked as. */
const bare = (action: Action): object => Struct.omit(action, ["raw", "secretFields", "binaryFields"])

const serverFacts = ["serverId", "serverName", "serverUrl", "serverCommand"] as const

/** What an action says of the server that its tool belongs to. */
const serverOf = (action: Action): ReadonlyArray<unknown> =>
  serverFacts.map((fact) => new Map<string, unknown>(Object.entries(action)).get(fact))

/** A hook may change what a tool is called with, never which tool it is, whose, or how a call of it ends. */
const whyAnother = (before: Action, after: Action): string | undefined => {
  if (before._tag !== after._tag || toolNameOf(before) !== toolNameOf(after)) {
    return `it would call ${toolNameOf(after)} instead`
  }
  if (!Equal.equals(serverOf(before), serverOf(after))) return "it would call the tool of another server"
  return before._tag === "Custom" && after._tag === "Custom" && before.denied !== after.denied
    ? "it would end in another way when it is denied"
    : undefined
}

const readInput = (
  adapter: Adapter | undefined,
  envelope: Envelope,
  value: NonNullable<MergedEffects["replacementInput"]>["value"]
): Result.Result<Action, string> => {
  const before = actionOf(envelope.payload)
  if (before === undefined) return Result.fail("this moment is not about a call of a tool")
  if (adapter === undefined) return Result.fail("nobody knows its format")
  const read = Result.mapError(adapter.rewritten(before, value, envelope), ({ message }) => message)
  return Result.flatMap(read, (after) => {
    const why = whyAnother(before, after)
    return why === undefined ? Result.succeed(after) : Result.fail(why)
  })
}

const refused = (
  merged: MergedEffects,
  boundary: BoundaryDescriptor,
  binding: BindingId,
  envelope: Envelope,
  why: string
): MergedEffects => {
  const { replacementInput: _, ...rest } = merged
  const action = actionOf(envelope.payload)
  const text = engineText.rewriteUnreadable(binding, action === undefined ? undefined : toolNameOf(action), why)
  const told: MergedEffects = {
    ...rest,
    diagnostics: [
      ...rest.diagnostics,
      { code: coreCodes.rewriteUnreadable, severity: "warning", message: text, binding }
    ]
  }
  const reason = { text, author: "engine", cause: "rewrite-unsupported", binding } as const
  return boundary.beforeOperation ? alsoDeny(told, reason) : boundary.gate === "halt" ? alsoHalt(told, reason) : told
}

/**
 * Answers without the replacements that change nothing: where a host honours rewrites they are none, and so never stand
 * in the way of a later hook's that is one. Rule: CORE-67, CORE-71
 */
export const withoutUnchanged = <A extends HookAnswer>(
  answers: ReadonlyArray<A>,
  envelope: Envelope,
  adapterOf: AdapterOf
): ReadonlyArray<HookAnswer> => {
  const before = actionOf(envelope.payload)
  if (before === undefined) return answers
  return answers.map((answer): HookAnswer => {
    const { replacementInput, ...rest } = answer.effects
    if (replacementInput === undefined) return answer
    const read = readInput(adapterOf(answer.binding), envelope, replacementInput)
    return Result.isSuccess(read) && isUnchanged(before, read.success) ? { ...answer, effects: rest } : answer
  })
}

/**
 * Reads a replaced input that this host honours as the action that it makes. One that is no input of the tool, or that
 * makes another tool of it, is a denial; one that changes nothing is none. Rule: CORE-67
 */
export const rewrite = (
  merged: MergedEffects,
  boundary: BoundaryDescriptor,
  envelope: Envelope,
  adapterOf: AdapterOf
): Rewritten => {
  const { replacementInput } = merged
  if (replacementInput === undefined) return { merged }
  const { binding, value } = replacementInput
  const read = readInput(adapterOf(binding), envelope, value)
  if (Result.isFailure(read)) return { merged: refused(merged, boundary, binding, envelope, read.failure) }
  const before = actionOf(envelope.payload)
  const isRewrite = before === undefined || !isUnchanged(before, read.success)
  return isRewrite ? { merged, action: read.success } : { merged: Struct.omit(merged, ["replacementInput"]) }
}
