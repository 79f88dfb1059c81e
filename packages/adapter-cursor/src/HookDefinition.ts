import type { Diagnostic, Handler, Place } from "@pawl/core"
import type { Matcher } from "@pawl/format-kit"
import type { CursorEvent } from "./CursorEvent.ts"
import type { FaultCode } from "./findings.ts"

/** What is wrong with one definition. What it voids is the reading's word. Rule: CUR-7 */
export interface Fault {
  readonly code: FaultCode
  readonly diagnostic: Diagnostic
}

/**
 * One definition of a file as it was read, usable or not. `index` is its position among all definitions of its event;
 * positions of skipped ones are kept. `saysFailClosed` is true when `failClosed` has any value but `false`.
 * Rule: CUR-8, CUR-14
 */
export interface HookDefinition {
  readonly event: CursorEvent
  readonly index: number
  readonly place: Place
  readonly handler: Handler
  readonly commandPlace: Place
  /** In milliseconds, at most the ceiling; undefined where the definition names none. */
  readonly timeoutMs: number | undefined
  /** Undefined where no usable matcher narrows the event. */
  readonly matcher: Matcher | undefined
  readonly matcherPlace: Place
  readonly failClosed: boolean
  readonly saysFailClosed: boolean
  /** Follow-ups in one turn; null where the definition asks for no limit of its own. */
  readonly loopLimit: number | null
  readonly loopLimitPlace: Place | undefined
  readonly faults: ReadonlyArray<Fault>
}

/** The fields that Cursor documents for a definition. `prompt` and `model` belong to prompt hooks. Rule: CUR-13 */
export const definitionFields = [
  "command",
  "type",
  "prompt",
  "model",
  "timeout",
  "matcher",
  "failClosed",
  "loop_limit"
] as const

/** Linux takes no single argument that is longer, in bytes, whatever else is free. Rule: CUR-18 */
export const mostArgumentBytes = 131_071

/** How many follow-ups a definition gets that names no limit. Rule: CUR-17 */
export const defaultLoopLimit = 5

/** The name of a definition in findings: `stop[2]`. Rule: CUR-6 */
export const nameOf = (definition: { readonly event: CursorEvent; readonly index: number }): string =>
  `${definition.event.name}[${definition.index}]`

/** What the file held, as this adapter carries it between `parse` and `bindings`. Rule: CUR-8 */
export class ParsedHooks {
  readonly definitions: ReadonlyArray<HookDefinition>
  constructor(definitions: ReadonlyArray<HookDefinition>) {
    this.definitions = definitions
  }
}
