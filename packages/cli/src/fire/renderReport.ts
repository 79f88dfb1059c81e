import { type Diagnostic, escapeText, type Reason } from "@pawl/core"
import { kindOf, reasonOf } from "@pawl/permission"
import { toldOf } from "../hooks/toldFindings.ts"
import { adviceText, definitionOf, diagnosticText } from "../render/diagnostic.ts"
import type { Paint } from "../render/paint.ts"
import { mergedRows } from "./effectRows.ts"
import type { Fired } from "./fire.ts"
import type { FireCall } from "./parseCall.ts"
import { colours, renderHook } from "./renderHook.ts"
import { rowLines } from "./rows.ts"

const payloadText = (payload: string | undefined): string => {
  if (payload === undefined) return "none: the moment is made from where you stand"
  return payload === "-" ? "standard input" : escapeText(payload)
}

const headLines = ({ headless, report }: Fired, call: FireCall, paint: Paint): ReadonlyArray<string> => [
  `${paint("bold", report.event)} (${escapeText(report.boundary)})`,
  ...rowLines([
    ["host", report.host === "everything" ? "everything: one that reports and honours all there is" : report.host],
    ["reading", report.reading],
    [
      "policy",
      [
        call.strict ? "strict: a hook that fails to answer denies" : "a hook that fails counts as its definition says",
        headless ? "nobody is there to answer a question" : "somebody is there to answer a question"
      ].join("; ")
    ],
    ["payload", payloadText(call.payload)]
  ])
]

const findingLines = (finding: Diagnostic, paint: Paint, more = 0): ReadonlyArray<string> => {
  const { hint, severity } = finding
  const others = more === 0 ? "" : ` (and ${more} more like it)`
  const line = `${paint(colours[severity], severity)}: ${diagnosticText(finding)}${others}`
  return hint === undefined ? [line] : [line, `  ${escapeText(adviceText(hint))}`]
}

/** What only this host makes of a hook of this event concerns the call; of other events it does not. */
const isOfEvent = (event: string, { binding = "", dependsOnHost }: Diagnostic): boolean =>
  dependsOnHost === true && definitionOf(binding).startsWith(`${event}[`)

const fileLines = ({ report }: Fired, paint: Paint): ReadonlyArray<string> => {
  const found = report.diagnostics.filter(({ file }) => file !== undefined)
  return [
    ...toldOf(found).flatMap(({ finding, more }) => findingLines(finding, paint, more)),
    ...found.filter((finding) => isOfEvent(report.event, finding)).flatMap((finding) => findingLines(finding, paint))
  ]
}

const hookLines = ({ outputs, report }: Fired, paint: Paint): ReadonlyArray<string> =>
  report.hooks.flatMap((hook) => {
    const findings = report.diagnostics.filter(({ binding, file }) => file === undefined && binding === hook.binding)
    return renderHook(hook, outputs.get(hook.binding), findings, paint)
  })

const notMatchedLines = ({ report }: Fired, paint: Paint): ReadonlyArray<string> =>
  report.notMatched.map(({ binding, why }) => `${paint("bold", "not run")} ${escapeText(binding)}: ${escapeText(why)}`)

const mergedLines = ({ report }: Fired, paint: Paint): ReadonlyArray<string> =>
  report.hooks.length === 0 ? [] : [paint("bold", "all hooks together"), ...rowLines(mergedRows(report.merged))]

/** What was found about the moment and not about one of the hooks that were run. */
const otherLines = ({ report }: Fired, paint: Paint): ReadonlyArray<string> => {
  const told = new Set(report.hooks.map(({ binding }) => binding))
  return report.diagnostics
    .filter(({ binding, file }) => file === undefined && !(binding !== undefined && told.has(binding)))
    .flatMap((finding) => findingLines(finding, paint))
}

const reasonText = ({ author, binding, cause, text }: Reason): string => {
  const who = author === "hook" ? "by hook" : "because of hook"
  const about = binding === undefined ? "" : `, ${who} ${escapeText(binding)}`
  return ` (${cause})${about}: ${escapeText(text)}`
}

const decisionText = ({ decision, report }: Fired): string => {
  const reason = reasonOf(decision)
  if (reason !== undefined) return reasonText(reason)
  if (decision._tag === "None") return ": nothing is decided here"
  return report.hooks.length === 0 ? ": no hook was asked" : ": no hook stands against it"
}

const decisionColours = {
  deny: "red",
  halt: "red",
  confirm: "yellow",
  execute: "bold",
  proceed: "bold",
  none: "bold"
} as const

const decisionLine = (fired: Fired, paint: Paint): string => {
  const kind = kindOf(fired.decision)
  return `decision: ${paint(decisionColours[kind], kind)}${decisionText(fired)}`
}

/**
 * A moment for people: what was asked, what is wrong with the files, each hook with what it did, each other one with the
 * reason why it was not run, what they have come to together, and the decision in the last line. Rule: CLI-51
 */
export const renderReport = (fired: Fired, call: FireCall, paint: Paint): string =>
  [
    ...headLines(fired, call, paint),
    ...fileLines(fired, paint),
    ...hookLines(fired, paint),
    ...notMatchedLines(fired, paint),
    ...mergedLines(fired, paint),
    ...otherLines(fired, paint),
    decisionLine(fired, paint)
  ]
    .map((line) => `${line}\n`)
    .join("")
