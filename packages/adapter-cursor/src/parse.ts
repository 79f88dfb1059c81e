import { byteLength, type Diagnostic, limits, type ParsedSource, type Place } from "@pawl/core"
import {
  duplicateKeys,
  type JsonNode,
  type JsonObject,
  type JsonRelaxation,
  lastMember,
  membersNamed,
  readJsonDocument
} from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import { type CursorEvent, cursorEvents } from "./CursorEvent.ts"
import { finding, findings } from "./findings.ts"
import { type HookDefinition, ParsedHooks } from "./HookDefinition.ts"
import { parseDefinition } from "./parseDefinition.ts"
import { type Compile, compileOnce } from "./readMatcher.ts"
import { showValue } from "./showValue.ts"
import { topLevelFindings, unknownEvents } from "./unreadKeys.ts"

/** The name of this format. Rule: CUR-1 */
export const format = "cursor"

const relaxed: { readonly [K in JsonRelaxation["kind"]]: string } = {
  comment: "a comment is read here, although JSON does not allow it",
  "trailing-comma": "a comma after the last value is read here, although JSON does not allow it",
  "byte-order-mark": "a byte-order mark is read here, although JSON does not allow it",
  crlf: "the lines end as they do on Windows, which JSON allows"
}

/** One entry of an event's list, or the whole value where it is no list. */
interface Entry {
  readonly event: CursorEvent
  readonly index: number
  readonly node: JsonNode
  readonly listed: boolean
}

const byPlace = (a: Diagnostic, b: Diagnostic): number =>
  (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0)

/** The most findings of one code that are told of one by one, but for faults: each of those voids a definition. */
const mostOfACode = 20

const isFault = ({ code }: Diagnostic): boolean =>
  Object.entries(findings).some(([known, facts]) => known === code && "voidsAsWritten" in facts)

/** The findings in the order of the text, and of what occurs very often the first and how many more there are. Rule: CUR-6 */
const inOrder = (all: ReadonlyArray<Diagnostic>): ReadonlyArray<Diagnostic> => {
  const byCode = new Map<string, Array<Diagnostic>>()
  for (const each of [...all].sort(byPlace)) {
    const known = byCode.get(each.code)
    if (known === undefined) byCode.set(each.code, [each])
    else known.push(each)
  }
  return [...byCode.values()]
    .flatMap((same) => {
      const next = same[mostOfACode]
      const [first] = same
      if (next === undefined || first === undefined || isFault(first)) return same
      const { hint: _, ...rest } = next
      const more = same.length - mostOfACode
      return [
        ...same.slice(0, mostOfACode),
        { ...rest, message: `${more} more findings like these follow from here on`, others: more - 1 }
      ]
    })
    .sort(byPlace)
}

const source = (
  found: ReadonlyArray<Diagnostic>,
  definitions: ReadonlyArray<HookDefinition> | undefined,
  count: number
): ParsedSource => ({
  format,
  voided: definitions === undefined,
  definitions: count,
  findings: inOrder(found),
  data: new ParsedHooks(definitions ?? [])
})

const versionFinding = (root: JsonObject): Diagnostic | undefined => {
  const member = lastMember(root, "version")
  const hint = 'Write "version": 1 at the top of the file.'
  if (member === undefined) {
    return finding("cursor/wrong-version", {
      message: '"version" is missing, so nothing of this file is used',
      hint: `${hint} Cursor refuses the file as well.`,
      place: { ...root.place, at: "version" }
    })
  }
  const { value } = member
  if (value._tag === "Number" && value.value === 1) return undefined
  return finding("cursor/wrong-version", {
    message: `"version" is ${showValue(value)}, and only 1 is known; nothing of this file is used`,
    hint:
      value._tag === "Number"
        ? `${hint} The format of another version may mean something else.`
        : `${hint} Cursor wants a number as well.`,
    place: { ...value.place, at: "version" }
  })
}

const repeatedTopLevel = (root: JsonObject): ReadonlyArray<Diagnostic> =>
  duplicateKeys(root)
    .filter(({ key }) => key === "version" || key === "hooks")
    .map(({ key, places }) =>
      finding("cursor/repeated-field", {
        message:
          key === "hooks"
            ? '"hooks" occurs more than once; the hooks of all of them are loaded'
            : `"${key}" occurs more than once; the last one counts`,
        hint: "Keep one of them; Cursor reads only the last.",
        place: { ...(places.at(-1) ?? root.place), at: key }
      })
    )

/** Entries in table order, then in the order of the text; lists of one event under several keys are joined. */
const entriesOf = (hooks: ReadonlyArray<JsonObject>): ReadonlyArray<Entry> =>
  cursorEvents.flatMap((event) =>
    hooks
      .flatMap((node) => membersNamed(node, event.name))
      .flatMap(
        ({ value }): ReadonlyArray<Omit<Entry, "index">> =>
          value._tag === "Array"
            ? value.items.map((node) => ({ event, node, listed: true }))
            : [{ event, node: value, listed: false }]
      )
      .map((entry, index) => ({ ...entry, index }))
  )

const repeatedEvents = (hooks: ReadonlyArray<JsonObject>): ReadonlyArray<Diagnostic> =>
  cursorEvents.flatMap((event) => {
    const [first, ...more] = hooks.flatMap((node) => membersNamed(node, event.name))
    return first === undefined
      ? []
      : more.map(({ keyPlace }) =>
          finding("cursor/repeated-event", {
            message: `"${event.name}" occurs more than once; the definitions of all of them are loaded`,
            hint: "Join the lists; Cursor reads only the last of them.",
            place: { ...keyPlace, at: event.name }
          })
        )
  })

const tooLongCommands = (entries: ReadonlyArray<Entry>): ReadonlyArray<Diagnostic> =>
  entries.flatMap(({ event, index, node }) =>
    membersNamed(node, "command").flatMap(({ value }) =>
      value._tag === "String" && byteLength(value.value) > limits.commandBytes
        ? [
            finding("cursor/command-too-long", {
              message: `${event.name}[${index}]: the command is longer than ${limits.commandBytes} bytes, so nothing of this file is used`,
              hint: "Put it into a script and name that.",
              place: { ...value.place, at: `${event.name}[${index}].command` }
            })
          ]
        : []
    )
  )

const start: Place = { line: 1, column: 1 }

/**
 * Reads the text of a `hooks.json`: every definition of every event with its compiled matcher, and every finding with its
 * place. It finds the same in every reading; what a finding voids is decided by `bindings`. Never fails. Rule: CUR-8
 *
 * @example
 * ```ts
 * const parsed = yield* parse('{ "version": 1, "hooks": { "stop": [{ "command": "./done.sh" }] } }')
 * ```
 */
export const parse: (text: string) => Effect.Effect<ParsedSource> = Effect.fnUntraced(function* (text: string) {
  if (byteLength(text) > limits.hooksFileBytes) {
    const message = `the file is larger than ${limits.hooksFileBytes} bytes, so nothing of it is used`
    return source([finding("cursor/file-too-large", { message, place: start })], undefined, 0)
  }
  const { problems, relaxations, root } = readJsonDocument(text)
  if (root === undefined) {
    const broken = problems.map(({ hint, message, place }) =>
      finding("cursor/not-json", {
        message: `${message}; nothing of this file is used`,
        hint: `${hint === undefined ? "" : `${hint.charAt(0).toUpperCase()}${hint.slice(1)}. `}Cursor cannot read the file either.`,
        place
      })
    )
    return source(broken, undefined, 0)
  }
  const found: Array<Diagnostic> = relaxations.map(({ kind, place }) =>
    finding("cursor/lenient-json", {
      message: relaxed[kind],
      hint: "Cursor may refuse what Pawl accepts.",
      place
    })
  )
  if (root._tag !== "Object") {
    found.push(
      finding("cursor/root-not-object", {
        message: `the file holds ${showValue(root)} where an object is expected; nothing of it is used`,
        hint: 'Write { "version": 1, "hooks": { … } }.',
        place: root.place
      })
    )
    return source(found, undefined, 0)
  }
  for (const each of [...topLevelFindings(root), ...repeatedTopLevel(root)]) found.push(each)

  const values = membersNamed(root, "hooks").map((member) => member.value)
  const hooks = values.filter((node) => node._tag === "Object")
  const entries = entriesOf(hooks)
  const fatal: Array<Diagnostic> = values
    .filter((node) => node._tag !== "Object")
    .map((node) =>
      finding("cursor/hooks-not-object", {
        message: `"hooks" is ${showValue(node)} where an object is expected; nothing of this file is used`,
        hint: 'Write "hooks": { "<event>": [ { "command": "…" } ] }.',
        place: { ...node.place, at: "hooks" }
      })
    )
  const version = versionFinding(root)
  if (version !== undefined) fatal.push(version)
  if (entries.length > limits.definitions) {
    fatal.push(
      finding("cursor/too-many-definitions", {
        message: `the file holds ${entries.length} hooks, and ${limits.definitions} are the most; nothing of it is used`,
        place: root.place
      })
    )
  }
  fatal.push(...tooLongCommands(entries))
  for (const each of [...unknownEvents(hooks), ...repeatedEvents(hooks)]) found.push(each)
  // A file that holds too much is not looked at any closer: that is what the limit is for.
  if (fatal.length > 0 && entries.length > limits.definitions)
    return source([...found, ...fatal], undefined, entries.length)

  const compile: Compile = compileOnce()
  const definitions: Array<HookDefinition> = []
  for (const entry of entries) {
    const { definition, findings: notes } = yield* parseDefinition(entry, compile)
    definitions.push(definition)
    for (const each of [...notes, ...definition.faults.map((fault) => fault.diagnostic)]) found.push(each)
  }
  return source([...found, ...fatal], fatal.length > 0 ? undefined : definitions, entries.length)
})
