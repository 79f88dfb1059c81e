import {
  capText,
  cleanText,
  commandOf,
  type DecodeInput,
  type HookEffects,
  limits,
  noEffects,
  type Reason
} from "@pawl/core"

const reason = ({ binding }: DecodeInput, author: Reason["author"], words: string): Reason => ({
  text: capText(cleanText(words), limits.reasonBytes).text,
  author,
  cause: "hook",
  binding: binding.id
})

const judges = ({ binding }: DecodeInput): boolean => binding.gate === "verdict"

const denied = (input: DecodeInput, what: string): HookEffects => ({
  ...noEffects,
  verdict: "deny",
  reasons: [reason(input, "engine", `${commandOf(input.binding.handler)} ${what}`)]
})

const told = (message: string): HookEffects => ({
  ...noEffects,
  diagnostics: [{ code: "rules/no-answer", severity: "warning", message }]
})

const decoder = new TextDecoder()

/** The lines of an answer, each a word and what follows it. */
const linesOf = (stdout: Uint8Array) =>
  decoder
    .decode(stdout)
    .split(/\r\n|\r|\n/u)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, word = "", rest = ""] = /^(deny|ask|allow|again)(?: (.*))?$/su.exec(line.trim()) ?? []
      return { word, rest }
    })

/** A denial or a question on any of the lines; a denial comes first. */
const tightest = (input: DecodeInput): HookEffects | undefined => {
  const lines = linesOf(input.outcome.stdout)
  const found = lines.find(({ word }) => word === "deny") ?? lines.find(({ word }) => word === "ask")
  if (found === undefined) return undefined
  if (!judges(input)) return { ...noEffects, unsupported: [{ channel: "verdict", field: found.word }] }
  const said =
    cleanText(found.rest) === ""
      ? reason(input, "engine", `${commandOf(input.binding.handler)} says ${found.word}`)
      : reason(input, "hook", found.rest)
  return { ...noEffects, verdict: found.word === "deny" ? "deny" : "ask", reasons: [said] }
}

const failed = (input: DecodeInput): HookEffects => {
  const { ending, stdoutTruncated } = input.outcome
  const engine = ending._tag === "Lost" || (ending._tag === "TimedOut" && ending.phase === "queued")
  const refused = engine || stdoutTruncated || (ending._tag === "Exited" && ending.code === 2)
  if (judges(input) && (refused || input.policy.strict)) return denied(input, "gave no answer")
  const closed = judges(input) && input.binding.onFailure.exit === "closed"
  return tightest(input) ?? (closed ? denied(input, "failed") : told("the script failed"))
}

/** What the outcome of a script means in the format of lines: the tightest line counts, and what is no answer denies. */
export const decodeRules = (input: DecodeInput): HookEffects => {
  const { ending, stdout, stdoutTruncated } = input.outcome
  if (ending._tag !== "Exited" || ending.code !== 0 || stdoutTruncated) return failed(input)
  const lines = linesOf(stdout)
  if (judges(input) && lines.some(({ word }) => word === "")) {
    const said = tightest(input)
    return said?.verdict === "deny" ? said : denied(input, "wrote something else than an answer")
  }
  const again = lines.find(({ word }) => word === "again")
  const effects =
    tightest(input) ?? (judges(input) && lines.length > 0 ? { ...noEffects, verdict: "allow" } : noEffects)
  if (again === undefined) return lines.length === 0 ? failed(input) : effects
  return input.binding.gate === "continuation" && cleanText(again.rest) !== ""
    ? { ...effects, continuation: { message: capText(cleanText(again.rest), limits.contextBytes).text, loopLimit: 1 } }
    : { ...effects, unsupported: [...effects.unsupported, { channel: "continuation", field: "again" }] }
}
