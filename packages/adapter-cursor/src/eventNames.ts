import { type CursorEvent, cursorEvent, cursorEvents } from "./CursorEvent.ts"
import { showText } from "./showValue.ts"

/** Names that people write for an event of Cursor although it is called otherwise, in lower case. Rule: CUR-10 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["userpromptsubmit", "beforeSubmitPrompt"],
  ["beforefileedit", "preToolUse"],
  ["beforemcptoolexecution", "beforeMCPExecution"],
  ["beforetooluse", "preToolUse"],
  ["aftertooluse", "postToolUse"]
])

/** What a person has to write besides the name, where the name alone is not what was meant. */
const remarks: ReadonlyMap<string, string> = new Map([["beforefileedit", 'with "matcher": "^Write$"']])

/** Claude's events for which Cursor has none. */
const withoutCounterpart: ReadonlySet<string> = new Set(["notification", "permissionrequest"])

/** The most typing errors that a name may have. */
const mostErrors = 2

/** The typing errors between two names; any number above the most where there are more, which shows after a few letters. */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > mostErrors) return mostErrors + 1
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
    if (Math.min(...row) > mostErrors) return mostErrors + 1
  }
  return row[b.length] ?? 0
}

const lowerNames = cursorEvents.map((event) => [event, event.name.toLowerCase()] as const)

const nearest = (name: string): string | undefined => {
  const lower = name.toLowerCase()
  const known = otherNames.get(lower)
  if (known !== undefined) return known
  // A name longer than any event by more than the allowed typing errors cannot be near one.
  if (name.length > 24) return undefined
  let best: { readonly name: string; readonly errors: number } | undefined
  for (const [event, lowerName] of lowerNames) {
    const errors = distance(lower, lowerName)
    if (errors <= mostErrors && (best === undefined || errors < best.errors)) best = { name: event.name, errors }
  }
  return best?.name
}

/** A name with a matcher behind it: `preToolUse:Write`. */
const split = (name: string): readonly [event: string, matcher: string | undefined] => {
  const colon = name.indexOf(":")
  return colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)]
}

/** The event that was probably meant by a name that Cursor does not have. Rule: CUR-10 */
export const meantEvent = (name: string): CursorEvent | undefined => {
  const [event] = split(name)
  const meant = cursorEvent(event)?.name ?? nearest(event)
  return meant === undefined ? undefined : cursorEvent(meant)
}

/** What to write instead of an event name that Cursor does not have. Rule: CUR-10 */
export const suggestEvent = (name: string): string => {
  if (withoutCounterpart.has(name.toLowerCase())) return `Cursor has no counterpart of Claude's ${name}; remove it.`
  const suggestion = meantEvent(name)?.name
  if (suggestion === undefined) return `Cursor's events are ${cursorEvents.map((event) => event.name).join(", ")}.`
  const [, matcher] = split(name)
  if (matcher !== undefined) {
    return `Write "${suggestion}" with "matcher": ${showText(matcher)} in the definition.`
  }
  const remark = remarks.get(name.toLowerCase())
  return `Did you mean "${suggestion}"${remark === undefined ? "" : ` ${remark}`}? Names are case-sensitive.`
}
