import { type Diagnostic, type DispatchOutcome, nothingMerged, type Reason } from "@pawl/core"
import { type Decision, kindOf, reasonOf } from "@pawl/permission"
import type { FireReport } from "./FireReport.ts"

/** What a report is about. */
export type About = Pick<FireReport, "event" | "boundary" | "host" | "reading">

/** What a moment came to that no hook was asked about. */
export const notAsked = (about: Pick<About, "boundary">, revision = 0): DispatchOutcome => ({
  boundary: about.boundary,
  revision,
  merged: nothingMerged,
  records: [],
  notMatched: [],
  diagnostics: []
})

/** A denial of Pawl's own, before any hook is asked. */
export const denial = (cause: Reason["cause"], text: string): Decision => ({
  _tag: "Deny",
  reason: { text, author: "engine", cause }
})

const decisionOf = (decision: Decision): FireReport["decision"] => {
  const reason = reasonOf(decision)
  const kind = kindOf(decision)
  return reason === undefined ? { kind } : { kind, reason: reason.text, cause: reason.cause }
}

/** A moment as it is reported: the findings in the files come before those of the run. Rule: CLI-50 */
export const makeReport = (
  about: About,
  outcome: DispatchOutcome,
  decision: Decision,
  findings: ReadonlyArray<Diagnostic>
): FireReport => ({
  schemaVersion: 1,
  ...about,
  decision: decisionOf(decision),
  merged: outcome.merged,
  hooks: outcome.records.map(
    ({ binding, command, durationMs, effects, exit, queuedMs, stderrTail, stdoutTruncated }) => ({
      binding,
      command,
      exit,
      durationMs,
      queuedMs,
      stdoutTruncated,
      stderrTail,
      effects
    })
  ),
  notMatched: outcome.notMatched,
  diagnostics: [...findings, ...outcome.diagnostics],
  revision: outcome.revision
})
