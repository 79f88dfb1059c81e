import type { Binding } from "../../Binding.ts"
import type { Envelope } from "../../Envelope.ts"
import type { HostProfile } from "../../HostProfile.ts"
import type { ProcessOutcome } from "../../Invocation.ts"
import { actionOf, boundaryOf } from "../../Payload.ts"
import { escapeText } from "../../Text.ts"

const longest = 300

const written = (value: unknown): string => {
  try {
    if (value instanceof Error) return String(value)
    if (typeof value === "string" || (typeof value === "object" && value !== null)) return String(JSON.stringify(value))
    return String(value)
  } catch {
    return "a value that is nested too deep to be shown"
  }
}

/** A value for a counterexample, cut to what a person reads, and with what cannot be seen as escapes. */
export const shown = (value: unknown): string => {
  const text = escapeText(written(value)).replaceAll("\ufeff", "\\ufeff")
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}

/** How a counterexample calls a moment. */
export const at = ({ payload }: Envelope): string => {
  const action = actionOf(payload)
  return `at the moment ${boundaryOf(payload)}${action === undefined ? "" : ` of a ${action._tag}`}, ${shown(payload)}`
}

/** How a counterexample calls a hook. */
export const hookNamed = ({ id, event }: Pick<Binding, "id" | "event">): string =>
  `the hook ${id} of the event "${event}"`

const hosts: ReadonlyMap<string, string> = new Map([
  ["everything", "which knows and honours everything"],
  ["deaf", "which is told of every moment and honours no answer"],
  ["exec", "which knows shell commands only"],
  ["reference", "which honours verdicts, halts and follow-ups where they belong"]
])

/** How a counterexample calls a host. */
export const hostNamed = ({ name }: HostProfile): string => `the host "${name}", ${hosts.get(name) ?? ""}`

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** How a counterexample calls the outcome of a run. */
export const told = ({ ending, stdout, stdoutTruncated }: ProcessOutcome): string =>
  `${JSON.stringify(ending)} with ${stdoutTruncated ? "cut " : ""}stdout ${shown(decoder.decode(stdout))}`
