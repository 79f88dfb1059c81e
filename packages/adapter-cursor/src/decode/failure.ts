import { capText, cleanText, type Ending, type FailurePolicy } from "@pawl/core"
import type { DecodeContext } from "./DecodeContext.ts"

/** Why a run is no answer, in terms of the policy that says what it means. */
export interface Failure {
  readonly kind: keyof FailurePolicy
  /** What happened, in a few words of the engine: `exit 127`. */
  readonly what: string
  /** What the hook or the system wrote about it; never part of a sentence that the engine signs. */
  readonly wrote: string | undefined
  readonly hint?: string
}

const lineBytes = 300

/** Lines that end the error output of an interpreter and say nothing. */
const idle = /^(?:Node\.js v[\d.]+|at .+|\^+|-+|=+)$/u

/** Node prints the properties of an error behind it, in braces: what came before them says more. */
const withoutProperties = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = lines.findLastIndex((text) => !idle.test(text))
  const begin = lines[end] === "}" ? lines.slice(0, end).findLastIndex((text) => text.endsWith("{")) : -1
  return begin < 0 ? lines : lines.slice(0, begin + 1)
}

/** The last line of a hook's error output that says something, cleaned and cut; undefined where there is none. Rule: CUR-47 */
export const lastErrorLine = ({ outcome }: DecodeContext): string | undefined => {
  const lines = cleanText(outcome.stderrTail)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const line = withoutProperties(lines).findLast((text) => !idle.test(text)) ?? lines.at(-1)
  if (line === undefined) return undefined
  const { cut, text } = capText(line, lineBytes)
  return cut ? `${text}…` : text
}

/** One of the decisions of Cursor's answers. */
const decision = /^\{.*"(?:permission|continue|followup_message|decision|permissionDecision)"\s*:/u

/** What to tell an author who sent the answer to the error output, where nobody reads it. Rule: CUR-93 */
export const onErrorOutput = (line: string | undefined): string | undefined =>
  line !== undefined && decision.test(line)
    ? "An answer belongs to stdout: the error output is never read as one."
    : undefined

const exitHints: ReadonlyMap<number, string> = new Map([
  [
    126,
    "The command was found and could not be run: is the script executable (chmod +x), and is its interpreter there?"
  ],
  [
    127,
    "The command was not found: does the script exist, seen from the directory that it runs in, and is it on the PATH?"
  ]
])

/** Why a run is no answer; undefined for the endings that are read as one. Rule: CUR-43, CUR-47 */
export const failureOf = (ending: Ending, context: DecodeContext): Failure | undefined => {
  switch (ending._tag) {
    case "Exited": {
      // Most runs end here, and what they wrote to the error output is nobody's business.
      if (ending.code === 0 || ending.code === 2) return undefined
      const wrote = lastErrorLine(context)
      const hint = exitHints.get(ending.code) ?? onErrorOutput(wrote)
      return { kind: "exit", what: `exit ${ending.code}`, wrote, ...(hint === undefined ? {} : { hint }) }
    }
    case "Signalled":
      return { kind: "signal", what: `ended by ${cleanText(ending.signal)}`, wrote: lastErrorLine(context) }
    case "TimedOut": {
      const time = `${context.binding.timeoutMs / 1000} s`
      if (ending.phase === "queued") return { kind: "timeout", what: `not started within ${time}`, wrote: undefined }
      const late = ending.lateCode === undefined ? "" : `, exit ${ending.lateCode} when it was asked to end`
      return { kind: "timeout", what: `no end within ${time}${late}`, wrote: lastErrorLine(context) }
    }
    case "SpawnFailed":
      return {
        kind: "spawn",
        what: `could not be started (${cleanText(ending.errno)})`,
        wrote: cleanText(ending.message)
      }
    case "Lost":
      return undefined
  }
}

/**
 * Whether a hook whose time is over refuses all the same: by exit 2, as soon as it is asked to end. The written contract does
 * not hear it any more. Rule: CUR-136
 */
export const refusesLate = ({ facts, outcome: { ending } }: DecodeContext): boolean =>
  facts.failedOutputTightens && ending._tag === "TimedOut" && ending.lateCode === 2

/** As {@link failureOf}, where exit 2 is a code like any other, because there is nothing to prevent. Rule: CUR-76 */
export const plainFailureOf = (ending: Ending, context: DecodeContext): Failure | undefined =>
  ending._tag === "Exited" && ending.code === 2
    ? { kind: "exit", what: "exit 2", wrote: lastErrorLine(context) }
    : failureOf(ending, context)
