import { type Diagnostic, escapeText } from "@pawl/core"

/** Where a finding is, as editors and terminals know it: `file:line:column`, as far as it is known. Rule: CLI-6 */
export const placeText = ({ file, place, binding }: Diagnostic): string | undefined => {
  const name = file ?? binding
  if (name === undefined) return undefined
  return place === undefined ? escapeText(name) : `${escapeText(name)}:${place.line}:${place.column}`
}

/** A finding in one line: severity, place, the value's own path, what happened, the code. Rule: CLI-6 */
export const diagnosticText = (diagnostic: Diagnostic): string => {
  const where = placeText(diagnostic)
  const at = diagnostic.place?.at
  const parts = [where, at === undefined ? undefined : escapeText(at), escapeText(diagnostic.message)]
  return `${parts.filter((part) => part !== undefined).join(": ")} [${escapeText(diagnostic.code)}]`
}
