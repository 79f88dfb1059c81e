import { type Author, escapeText, type HookEffects, type MergedEffects, type Reason, type Verdict } from "@pawl/core"
import { json, type Row, said } from "./rows.ts"

const verdictWords: { readonly [V in Verdict]: string } = {
  none: "none",
  allow: "allow",
  defer: "decide later",
  ask: "ask",
  deny: "deny"
}

const authors: { readonly [A in Author]: string } = {
  hook: "by the hook: ",
  engine: "by Pawl: ",
  host: "by the host: "
}

const reasonRow = (label: string, { author, text }: Pick<Reason, "author" | "text">): Row => [
  label,
  said(text, authors[author])
]

const names = (variables: Readonly<Record<string, string>>): string => escapeText(Object.keys(variables).join(", "))

const followUp = ({ loopLimit, message }: { readonly loopLimit: number | null; readonly message: string }): string =>
  said(message, `${loopLimit === null ? "as often as it is asked for" : `at most ${loopLimit} times in a turn`}: `)

const row = <A>(label: string, value: A | undefined, shown: (value: A) => string): ReadonlyArray<Row> =>
  value === undefined ? [] : [[label, shown(value)]]

/** A halt is among the reasons as well, and is shown once. */
const reasonsBesideHalt = ({ halt, reasons }: HookEffects): ReadonlyArray<Reason> =>
  reasons.filter(({ text }) => text !== halt?.text)

/** What one hook has answered, with whose words each text is; that there is no answer stands alone. Rule: CLI-51 */
export const answerRows = (effects: HookEffects): ReadonlyArray<Row> => {
  const verdict: Row = ["answer", verdictWords[effects.verdict]]
  const rows: ReadonlyArray<Row> = [
    ...reasonsBesideHalt(effects).map((reason) => reasonRow("reason", reason)),
    ...(effects.halt === undefined ? [] : [reasonRow("halt", effects.halt)]),
    ...effects.notices.map((notice) => reasonRow("notice", notice)),
    ...row("input", effects.replacementInput, json),
    ...row("result", effects.replacementResult, json),
    ...row("context", effects.modelContext, said),
    ...row("env", effects.sessionEnv, names),
    ...row("go on", effects.continuation, followUp),
    ...effects.extensions.map(({ id, value }): Row => [escapeText(id), json(value)])
  ]
  return effects.verdict === "none" && rows.length > 0 ? rows : [verdict, ...rows]
}

const by = (binding: string | undefined): string => (binding === undefined ? "" : ` by ${escapeText(binding)}`)

const mergedVerdict = ({ verdict }: MergedEffects): string => {
  switch (verdict._tag) {
    case "None":
      return "none"
    case "Allow":
      return `allow${by(verdict.binding)}`
    case "Ask":
      return `ask${by(verdict.reason.binding)}`
    case "Deny":
      return `deny${by(verdict.reason.binding)}`
  }
}

/** What all hooks have answered together, as far as the host honours it, and whose answer counts. Rule: CLI-51 */
export const mergedRows = (merged: MergedEffects): ReadonlyArray<Row> => [
  ["verdict", mergedVerdict(merged)],
  ...row("halt", merged.halt, ({ binding }) => `held${by(binding)}`),
  ...row("input", merged.replacementInput, ({ binding, value }) => `${json(value)}${by(binding)}`),
  ...row("result", merged.replacementResult, ({ binding, value }) => `${json(value)}${by(binding)}`),
  ...merged.modelContext.map(({ binding, text }): Row => ["context", `${said(text)}${by(binding)}`]),
  ...merged.sessionEnv.map(({ binding, variables }): Row => ["env", `${names(variables)}${by(binding)}`]),
  ...row("go on", merged.continuation, ({ binding, ...asked }) => `${followUp(asked)}${by(binding)}`),
  ...merged.extensions.map(({ binding, id, value }): Row => [escapeText(id), `${json(value)}${by(binding)}`])
]
