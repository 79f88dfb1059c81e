import type { Diagnostic } from "@pawl/core"
import { type JsonMember, type JsonNode, type JsonObject, lastMember } from "@pawl/format-kit"
import { cursorEvent } from "./CursorEvent.ts"
import { canBlock } from "./eventFacts.ts"
import { meantEvent, suggestEvent } from "./eventNames.ts"
import { finding } from "./findings.ts"
import { saysFailClosed } from "./saysFailClosed.ts"
import { showText } from "./showValue.ts"

const silentKey = (key: string): boolean =>
  key === "version" || key === "hooks" || key === "$schema" || key.startsWith("_") || key.startsWith("//")

/** Whether hooks that are never read were meant to hold something back, and not to let it pass when they fail. Rule: CUR-72 */
const isLostGuard = ({ key, value }: JsonMember): boolean => {
  if (!(value._tag === "Array" ? value.items : [value]).some(saysFailClosed)) return false
  const event = meantEvent(key)
  return event !== undefined && canBlock(event)
}

/** Hooks under another key than `hooks`. */
const holdsLostGuard = ({ value }: JsonMember): boolean => value._tag === "Object" && value.members.some(isLostGuard)

const lostGuard = ', although one of them says "failClosed": a guard is lost'

/** What is said of the keys beside `version` and `hooks`. Rule: CUR-12, CUR-72 */
export const topLevelFindings = (root: JsonObject): ReadonlyArray<Diagnostic> =>
  root.members
    .filter(({ key }) => !silentKey(key))
    .map((member) => {
      const { key, keyPlace } = member
      const event = cursorEvent(key)
      const lost = isLostGuard(member)
      const place = { ...keyPlace, at: key }
      if (event !== undefined || lost) {
        return finding(lost ? "cursor/guard-lost" : "cursor/events-outside-hooks", {
          message: `${showText(key)} stands beside "hooks", where it is not read; its hooks never run${lost ? lostGuard : ""}`,
          hint: `Move it into the object under "hooks".${event === undefined ? ` ${suggestEvent(key)}` : ""}`,
          place
        })
      }
      if (holdsLostGuard(member)) {
        const message = `nothing reads the key ${showText(key)} at the top of the file; its hooks never run${lostGuard}`
        return finding("cursor/guard-lost", { message, hint: 'Write "hooks".', place })
      }
      return finding("cursor/unknown-key", {
        message: `nothing reads the key ${showText(key)} at the top of the file`,
        hint:
          key === "stop_hook_loop_limit"
            ? 'Cursor has given it up; write "loop_limit" in the definitions of "stop".'
            : "It does no harm.",
        place
      })
    })

const isGroup = (node: JsonNode): boolean =>
  lastMember(node, "hooks") !== undefined && lastMember(node, "command") === undefined

/** A file in Claude's format has more to change than the names of its events. Rule: CUR-94 */
const layout = ({ value }: JsonMember): string =>
  value._tag === "Array" && value.items.some(isGroup)
    ? " It holds groups in Claude's layout: write each of their hooks into the list itself."
    : ""

/** What is said of the names that are no events. Rule: CUR-10, CUR-72 */
export const unknownEvents = (hooks: ReadonlyArray<JsonObject>): ReadonlyArray<Diagnostic> =>
  hooks
    .flatMap((node) => node.members)
    .filter(({ key }) => cursorEvent(key) === undefined)
    .map((member) => {
      const { key, keyPlace } = member
      const lost = isLostGuard(member)
      return finding(lost ? "cursor/guard-lost" : "cursor/unknown-event", {
        message: `Cursor has no event ${showText(key)}; its hooks never run${lost ? lostGuard : ""}`,
        hint: `${suggestEvent(key)}${layout(member)} The Cursor that is shipped drops a whole file for one unknown event.`,
        place: { ...keyPlace, at: key }
      })
    })
