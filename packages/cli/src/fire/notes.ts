import { type Diagnostic, type DispatchOutcome, reports, type Snapshot } from "@pawl/core"
import type { Discovery } from "@pawl/sources"
import { notSearchedText } from "../hooks/notSearchedText.ts"
import { type HostWord, hosts } from "./choices.ts"
import type { KnownEvent } from "./findEvent.ts"

type Event = KnownEvent["event"]

/** Whether a host ever reports an event. Rule: CLI-48 */
export const isReported = (host: HostWord, { boundary, facet }: Event): boolean => reports(hosts[host], boundary, facet)

/** Why no hook of an event runs in a host that never reports it. Rule: CLI-48 */
export const neverReported = (host: HostWord, { name }: Event): string => `the host "${host}" never reports ${name}`

/** That there is no hook for a moment at all, and where hooks were looked for. Rule: CLI-51 */
export const noHooks = (
  { byBoundary, sources }: Snapshot,
  { boundary }: Event,
  { searched }: Discovery
): ReadonlyArray<Diagnostic> => {
  if ((byBoundary.get(boundary) ?? []).length > 0) return []
  const what = sources.length === 0 ? "no hooks files were found" : `there is no hook for the moment ${boundary}`
  const places = searched.length === 0 ? "nowhere" : `at ${searched.map(({ path }) => path).join(", ")}`
  return [{ code: "pawl/no-hooks", severity: "warning", message: `${what}; hooks were looked for ${places}` }]
}

/** The kinds of files that nobody has looked for: a hook may be there. Rule: CLI-7 */
export const notLookedFor = ({ notSearched }: Discovery): ReadonlyArray<Diagnostic> => {
  const message = notSearchedText(notSearched)
  return message === "" ? [] : [{ code: "pawl/not-searched", severity: "hint", message }]
}

/** That the decision is about the input as it came, although a hook wants another one. Rule: CLI-49 */
export const rewriteNotFollowed = ({ merged, rewritten }: DispatchOutcome): ReadonlyArray<Diagnostic> =>
  // An input that changes nothing is no rewrite.
  merged.replacementInput === undefined || rewritten === undefined
    ? []
    : [
        {
          code: "pawl/rewrite-not-followed",
          severity: "warning",
          message:
            "this hook puts another input in the place of the one it got; the decision is about the input as it came, because the other one was shown to no hook",
          hint: "a host that takes the other input asks every hook about it before it runs; fire the event with it to see that",
          binding: merged.replacementInput.binding
        }
      ]
