import { type Diagnostic, escapeText } from "@pawl/core"

/** Where a finding is, as editors and terminals know it: `file:line:column`, as far as it is known. Rule: CLI-6 */
const placeText = ({ file, place, binding }: Diagnostic): string | undefined => {
  const name = file ?? binding
  if (name === undefined) return undefined
  return place === undefined ? escapeText(name) : `${escapeText(name)}:${place.line}:${place.column}`
}

/** What happened, behind the value that it happened to; a message that begins with the same definition says it once. Rule: CLI-6 */
export const messageText = (at: string | undefined, message: string): string => {
  if (at === undefined || at === "") return escapeText(message)
  const definition = `${/^[^.]*\[\d+\]/.exec(at)?.[0] ?? at}: `
  const rest = message.startsWith(definition) ? message.slice(definition.length) : message
  return `${escapeText(at)}: ${escapeText(rest)}`
}

/** The definition that a hook's id ends with, such as `stop[2]`: the short name that messages about the hook begin with. Rule: CLI-6 */
export const definitionOf = (binding: string): string => binding.slice(binding.lastIndexOf("#") + 1)

/** A text of Pawl's that stands behind the id of the hook that it is about, without a name of that hook in front. Rule: CLI-6 */
export const behindHook = (binding: string, text: string): string => {
  const name = `${definitionOf(binding)}: `
  return text.startsWith(name) ? text.slice(name.length) : text
}

/** A finding about a run of a hook: the hook's id stands there once, wherever the message already has it. */
const hookText = (binding: string, message: string): string => {
  const id = escapeText(binding)
  const definition = definitionOf(binding)
  if (message.includes(id)) return escapeText(message.replace(`: ${definition}: `, ": "))
  // The message goes on with the command of the hook.
  if (message.startsWith(`${definition} (`)) return `${id}${escapeText(message.slice(definition.length))}`
  return `${id}: ${escapeText(behindHook(binding, message))}`
}

/** A finding in one line: its place, the value that it is about, what happened, the code. Rule: CLI-6 */
export const diagnosticText = (diagnostic: Diagnostic): string => {
  const { binding, code, file, message, place } = diagnostic
  const text =
    file === undefined && binding !== undefined
      ? hookText(binding, message)
      : [placeText(diagnostic), messageText(place?.at, message)].filter((part) => part !== undefined).join(": ")
  return `${text} [${escapeText(code)}]`
}

/** What to do about a finding, as a sentence of its own: some are written to follow another clause. Rule: CLI-8 */
export const adviceText = (hint: string): string => `${hint.slice(0, 1).toUpperCase()}${hint.slice(1)}`

const ended = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** A finding as sentences for a person who has to act on it: its place, what happened, what to do about it. Rule: CLI-8 */
export const sentencesOf = (diagnostic: Diagnostic): string => {
  const { message, hint } = diagnostic
  const what = hint === undefined ? message : `${ended(message)} ${ended(adviceText(hint))}`
  const place = placeText(diagnostic)
  return place === undefined ? escapeText(what) : `${place}: ${escapeText(what)}`
}
