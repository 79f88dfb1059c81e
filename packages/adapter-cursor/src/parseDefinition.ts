import { byteLength, type Diagnostic, type Handler, limits } from "@pawl/core"
import { duplicateKeys, type JsonNode, type JsonObject, lastMember } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import type { CursorEvent } from "./CursorEvent.ts"
import { DefinitionFindings, refuses } from "./DefinitionFindings.ts"
import { defaultTimeoutMs } from "./eventFacts.ts"
import { defaultLoopLimit, definitionFields, type HookDefinition, mostArgumentBytes } from "./HookDefinition.ts"
import { type Compile, readMatcher } from "./readMatcher.ts"
import { isFailClosed, saysFailClosed } from "./saysFailClosed.ts"
import { shellWord } from "./shellWord.ts"
import { showText, showValue } from "./showValue.ts"

const seconds = (ms: number): string => `${ms / 1000} s`

/** Nobody counts as many seconds in steps of 500; milliseconds are counted like that. Rule: CUR-5 */
const looksLikeMs = (timeout: number): boolean => timeout >= 1000 && timeout % 500 === 0

const minutes = (timeout: number): string => {
  const rest = timeout % 60
  return `${Math.floor(timeout / 60)} minutes${rest === 0 ? "" : ` and ${rest} seconds`}`
}

const isPrompt = (node: JsonNode): boolean => {
  const type = lastMember(node, "type")?.value
  return type?._tag === "String" && type.value === "prompt"
}

const readType = (found: DefinitionFindings): void => {
  const type = lastMember(found.node, "type")?.value
  if (type === undefined || (type._tag === "String" && type.value === "command")) return
  if (isPrompt(found.node)) {
    const message = "prompt hooks are not supported yet; it was skipped"
    found.fault(
      "cursor/prompt-hook",
      "type",
      message,
      "Write a command hook; Cursor's own cloud agents skip these too."
    )
    return
  }
  found.fault(
    "cursor/unknown-type",
    "type",
    `"type" is ${showValue(type)}, which Cursor does not have`,
    `Write "command", or leave "type" out. ${refuses}`
  )
}

/** Beyond the limit for commands the file is at fault already. */
const cannotStart = (command: string): string | undefined =>
  command.includes("\0")
    ? "holds a NUL character"
    : byteLength(command) > mostArgumentBytes && byteLength(command) <= limits.commandBytes
      ? `is longer than ${mostArgumentBytes} bytes`
      : undefined

const shown = (node: JsonNode | undefined): string => (node?._tag === "String" ? showValue(node) : '"…"')

/** The first hook of a group in Claude's layout, as Cursor's layout has it. */
const ungrouped = (group: JsonNode): string => {
  const hooks = lastMember(group, "hooks")?.value
  const [first] = hooks?._tag === "Array" ? hooks.items : []
  const matcher = lastMember(group, "matcher")?.value
  const command = shown(first === undefined ? undefined : lastMember(first, "command")?.value)
  return matcher === undefined ? `{ "command": ${command} }` : `{ "matcher": ${shown(matcher)}, "command": ${command} }`
}

const readCommand = (found: DefinitionFindings): Handler => {
  const unusable: Handler = { _tag: "Unusable", label: found.name }
  const command = lastMember(found.node, "command")?.value
  if (command?._tag === "String" && command.value.trim() !== "") {
    const why = cannotStart(command.value)
    if (why === undefined || isPrompt(found.node)) return { _tag: "Shell", command: command.value }
    const message = `"command" ${why}, so it can never start`
    found.fault("cursor/command-cannot-start", "command", message, "Put it into a script and name that.")
    return unusable
  }
  if (isPrompt(found.node)) return unusable
  if (command === undefined && lastMember(found.node, "hooks") !== undefined) {
    const message = "this is a group in Claude's layout, which Cursor does not run"
    const hint = `Write each of its hooks into the list itself: ${ungrouped(found.node)}.`
    found.fault("cursor/nested-group", "hooks", message, hint)
  } else if (command === undefined) {
    const message = '"command" is missing'
    found.fault("cursor/missing-command", "", message, `Write "command": "<what to run>". ${refuses}`)
  } else if (command._tag === "String") {
    found.fault("cursor/missing-command", "command", '"command" is blank', `Write what to run. ${refuses}`)
  } else {
    const words =
      command._tag === "Array"
        ? command.items.map((item) => (item._tag === "String" ? shellWord(item.value) : "…"))
        : []
    const hint =
      words.length === 0
        ? `Write one text, as for a shell. ${refuses}`
        : `Write one text, as for a shell: ${showText(words.join(" "))}. ${refuses}`
    found.fault("cursor/command-not-text", "command", `"command" must be a text, not ${showValue(command)}`, hint)
  }
  return unusable
}

/** What belongs to prompt hooks has no effect on a command hook, and is a text there as well. Rule: CUR-99 */
const readPromptFields = (found: DefinitionFindings): void => {
  if (isPrompt(found.node)) return
  for (const field of ["prompt", "model"]) {
    const value = lastMember(found.node, field)?.value
    if (value === undefined || value._tag === "String") continue
    const message = `"${field}" must be a text, not ${showValue(value)}`
    found.fault("cursor/field-not-text", field, message, `A command hook needs none; leave it out. ${refuses}`)
  }
}

const readTimeout = (found: DefinitionFindings, event: CursorEvent): number | undefined => {
  const timeout = lastMember(found.node, "timeout")?.value
  if (timeout === undefined) return undefined
  const hint = `Write the seconds, such as 30 or 0.5, or leave it out for ${seconds(defaultTimeoutMs(event))}.`
  if (timeout._tag !== "Number" || !Number.isFinite(timeout.value) || timeout.value <= 0) {
    const message = `"timeout" must be a positive number of seconds, not ${showValue(timeout)}`
    found.fault("cursor/bad-timeout", "timeout", message, `${hint} ${refuses}`)
    return undefined
  }
  const ms = timeout.value * 1000
  if (ms <= limits.timeoutCeilingMs) {
    if (looksLikeMs(timeout.value)) {
      const message = `"timeout" is ${timeout.value} s, which is ${minutes(timeout.value)}`
      const meant = `Cursor counts seconds; if milliseconds were meant, write ${timeout.value / 1000}.`
      found.note("cursor/timeout-looks-like-ms", "timeout", message, meant)
    }
    return Math.max(1, Math.round(ms))
  }
  const message = `"timeout" is ${timeout.value} s, and ${seconds(limits.timeoutCeilingMs)} is the most; that counts`
  found.note(
    "cursor/timeout-ceiling",
    "timeout",
    message,
    `Cursor counts seconds${timeout.value % 1 === 0 ? `; if milliseconds were meant, write ${timeout.value / 1000}` : ""}.`
  )
  return limits.timeoutCeilingMs
}

/** Whether `failClosed` counts, and whether the definition says it in any way. Rule: CUR-14, CUR-15 */
const readFailClosed = (
  found: DefinitionFindings
): { readonly failClosed: boolean; readonly saysFailClosed: boolean } => {
  const last = lastMember(found.node, "failClosed")?.value
  if (last !== undefined && last._tag !== "Boolean") {
    const message = `"failClosed" must be true or false, not ${showValue(last)}`
    found.fault("cursor/bad-fail-closed", "failClosed", message, `Write true or false. ${refuses}`)
  }
  return { failClosed: isFailClosed(found.node), saysFailClosed: saysFailClosed(found.node) }
}

const readLoopLimit = (found: DefinitionFindings, event: CursorEvent): number | null => {
  const limit = lastMember(found.node, "loop_limit")?.value
  if (limit === undefined) return defaultLoopLimit
  if (event.control._tag !== "FollowUp") {
    const message = '"loop_limit" means nothing at this event and is ignored'
    found.note("cursor/loop-limit-unused", "loop_limit", message, 'It belongs to "stop" and "subagentStop".')
    return defaultLoopLimit
  }
  if (limit._tag === "Null") return null
  if (limit._tag === "Number" && Number.isSafeInteger(limit.value) && limit.value >= 0) return limit.value
  const message = `"loop_limit" must be a whole number from 0 on, or null, not ${showValue(limit)}`
  found.fault("cursor/bad-loop-limit", "loop_limit", message, `Leave it out for ${defaultLoopLimit}. ${refuses}`)
  return defaultLoopLimit
}

const readUndefinitionFields = (found: DefinitionFindings, node: JsonObject): void => {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/gu, "")
  // A group is told of as a whole.
  const isGroup = found.faults.some((fault) => fault.code === "cursor/nested-group")
  for (const key of new Set(node.members.map((member) => member.key))) {
    if (definitionFields.some((known) => known === key) || (isGroup && key === "hooks")) continue
    const meant = definitionFields.find((known) => plain(known) === plain(key))
    const hint =
      meant === undefined ? "Cursor ignores it." : `Did you mean "${meant}"? Cursor ignores what it does not know.`
    found.note("cursor/unknown-field", key, `Cursor has no field ${showText(key)}; it is ignored`, hint)
  }
}

const readRepeated = (found: DefinitionFindings): void => {
  for (const { key } of duplicateKeys(found.node)) {
    const message =
      key === "failClosed"
        ? '"failClosed" occurs more than once; true counts wherever it stands'
        : `${showText(key)} occurs more than once; the last one counts`
    found.note("cursor/repeated-field", key, message, "Keep one of them.")
  }
}

interface Entry {
  readonly event: CursorEvent
  readonly index: number
  readonly node: JsonNode
  /** False where the event holds something else than a list: `node` is then its whole value. */
  readonly listed: boolean
}

interface ParsedDefinition {
  readonly definition: HookDefinition
  readonly findings: ReadonlyArray<Diagnostic>
}

const readShape = (found: DefinitionFindings, { event, listed, node }: Entry): void => {
  if (!listed) {
    const message = `"${event.name}" must hold a list of definitions, not ${showValue(node)}`
    found.fault("cursor/event-not-array", "", message, `Write "${event.name}": [ { "command": "…" } ]. ${refuses}`)
  } else if (node._tag !== "Object") {
    const message = `a definition must be an object, not ${showValue(node)}`
    const command = node._tag === "String" ? showValue(node) : '"…"'
    found.fault("cursor/definition-not-object", "", message, `Write { "command": ${command} }. ${refuses}`)
  }
}

/** Reads one definition; what is wrong with it is kept beside what could be read. Rule: CUR-8, CUR-13 to CUR-17 */
export const parseDefinition: (entry: Entry, compile: Compile) => Effect.Effect<ParsedDefinition> = Effect.fnUntraced(
  function* (entry: Entry, compile: Compile) {
    const { event, index, node } = entry
    const found = new DefinitionFindings(`${event.name}[${index}]`, node)
    readShape(found, entry)
    const isObject = node._tag === "Object"
    if (isObject) readType(found)
    const handler: Handler = isObject ? readCommand(found) : { _tag: "Unusable", label: found.name }
    readPromptFields(found)
    const timeoutMs = readTimeout(found, event)
    const matcher = yield* readMatcher(found, event, compile)
    const closing = readFailClosed(found)
    const loopLimit = readLoopLimit(found, event)
    if (isObject) readUndefinitionFields(found, node)
    readRepeated(found)
    return {
      definition: {
        event,
        index,
        place: found.placeOf(""),
        handler,
        commandPlace: found.placeOf("command"),
        timeoutMs,
        matcher,
        matcherPlace: found.placeOf("matcher"),
        ...closing,
        loopLimit,
        loopLimitPlace: lastMember(node, "loop_limit") === undefined ? undefined : found.placeOf("loop_limit"),
        faults: found.faults
      },
      findings: found.notes
    }
  }
)
