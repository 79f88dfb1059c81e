import { type Diagnostic, escapeText } from "@pawl/core"

/** Where a finding is, as editors and terminals know it: `file:line:column`, as far as it is known. Rule: CLI-6 */
export const placeText = ({ file, place, binding }: Diagnostic): string | undefined => {
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

/** A finding in one line: its place, the value that it is about, what happened, the code. Rule: CLI-6 */
export const diagnosticText = (diagnostic: Diagnostic): string => {
  const message = messageText(diagnostic.place?.at, diagnostic.message)
  const parts = [placeText(diagnostic), message].filter((part) => part !== undefined)
  return `${parts.join(": ")} [${escapeText(diagnostic.code)}]`
}
