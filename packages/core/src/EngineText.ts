import type { BindingId } from "./Binding.ts"
import { type Channel, channels } from "./Channel.ts"
import { escapeText } from "./Text.ts"

/**
 * The codes of the diagnostics that core itself makes, in one table. They are stable: programs filter by them.
 * Rule: CORE-12, CORE-50
 */
export const coreCodes = {
  /** Two hooks filled one channel that holds one value. */
  overridden: "core/effect-overridden",
  deferred: "core/deferral",
  /** Asked for before an operation, or on a prompt, and answered with a denial or a halt. */
  refused: "core/effect-refused",
  /** Asked for where nothing can be prevented any more. */
  notHonoured: "core/effect-not-honoured",
  /** Nothing that controls anything: left out. */
  notDelivered: "core/effect-not-delivered",
  /** A replaced input that is none of the tool's. */
  rewriteUnreadable: "core/rewrite-unreadable",
  sessionEnvRefused: "core/session-env-refused",
  sessionEnvCut: "core/session-env-cut",
  variableLeftOut: "core/variable-left-out",
  withheld: "core/hook-withheld",
  unsure: "core/match-unsure",
  notStarted: "core/hook-not-started",
  lost: "core/hook-lost",
  leftRunning: "core/left-running",
  fault: "core/engine-fault",
  faultDetail: "core/engine-fault-detail",
  nested: "core/nested-too-deep",
  sourceFailed: "core/source-failed",
  lastGood: "core/last-good-in-force",
  /** A source that was in force and is not there any more. */
  sourceGone: "core/source-gone",
  notApproved: "core/source-not-approved",
  changed: "core/source-changed",
  trustUnknown: "core/trust-unknown"
} as const

const hook = (id: BindingId | undefined): string => (id === undefined ? "a hook" : `the hook ${escapeText(id)}`)
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What a hook asked for or returned that cannot be had here. */
export interface Refused {
  readonly binding: BindingId | undefined
  /** Channels that it filled. */
  readonly asked: ReadonlyArray<Channel>
  /** Channels of the fields that its event does not accept. */
  readonly returned: ReadonlyArray<Channel>
}

const askedText = (asked: ReadonlyArray<Channel>): string =>
  `${asked.map((channel) => channels[channel].asked).join(" and ")}, which this host does not support here`

const returnedText = (channel: Channel): string =>
  `returned a field that ${channels[channel].purpose}, which this event does not accept`

const refusedText = ({ asked, binding, returned }: Refused): string => {
  const parts = [...(asked.length === 0 ? [] : [askedText(asked)]), ...returned.map(returnedText)]
  return `${hook(binding)} ${parts.join("; it also ")}`
}

/** What becomes of a request that cannot be honoured. Rule: CORE-52 */
export type Consequence = "denial" | "halt" | "report"

const consequenceText: { readonly [C in Consequence]: string } = {
  denial: "not applied, and the action is denied",
  halt: "not applied, and the prompt is held",
  report: "not applied, only reported, because nothing can be prevented any more"
}

/**
 * Every sentence that core writes itself, in one place. Ids and paths in them are shown with what cannot be seen made
 * visible. Rule: CORE-50
 */
export const engineText = {
  denied: (id: BindingId) => `Denied by hook ${escapeText(id)}`,
  asks: (id: BindingId) => `${capital(hook(id))} asked for confirmation`,
  overridden: (channel: Channel, loser: BindingId, winner: BindingId) =>
    `${hook(loser)} ${channels[channel].asked}, but ${hook(winner)} comes first and had done so already`,
  deferred: (id: BindingId) => `${hook(id)} deferred its decision; a deferral is no verdict`,
  deferralRefused: (id: BindingId, why: "headless" | "strict") =>
    `${capital(hook(id))} deferred its decision, ${
      why === "headless" ? "and this run has no one to take it up" : "which the strict policy does not accept"
    }`,
  refused: (refused: Refused) => capital(refusedText(refused)),
  refusedFinding: (refused: Refused, consequence: Consequence) =>
    `${refusedText(refused)}: ${consequenceText[consequence]}`,
  verdictKept: (id: BindingId | undefined) => `${hook(id)} denied where this host takes no verdict: the denial stands`,
  haltKept: (id: BindingId | undefined) => `${hook(id)} halted a prompt that this host cannot hold: the halt stands`,
  rewriteUnreadable: (id: BindingId, tool: string | undefined, why: string) =>
    `${capital(hook(id))} replaced the input of ${tool === undefined ? "the action" : escapeText(tool)} by one that cannot be run: ${escapeText(why)}`,
  notDelivered: (refused: Refused) => `${refusedText(refused)}: left out`,
  unknownExtension: (id: BindingId, extension: string) =>
    `${hook(id)} filled the extension ${escapeText(extension)}, which this host has not registered: left out`,
  sessionEnvRefused: (name: string) => `the session variable ${escapeText(name)} is never taken from a hook`,
  variableLeftOut: (name: string) =>
    `the variable ${escapeText(name)} holds a NUL, which no variable can hold: the hook runs without it`,
  sessionEnvCut: (left: number) => `${left} session variables are over the limit and were left out`,
  withheld: (id: BindingId, reason: string) => `${hook(id)} matches and was not run: ${reason}`,
  unsure: (id: BindingId, why: string) => `${hook(id)} runs although its matcher gave no clear answer: ${why}`,
  lateStart: (id: BindingId) =>
    `${capital(hook(id))} was not started within its time-out, because too many hooks were running or that is too short to start anything: no fault of the hook`,
  lost: (id: BindingId) => `${capital(hook(id))} was lost before it answered: a fault of Pawl, not of the hook`,
  leftRunning: (id: BindingId, processes: ReadonlyArray<number>) =>
    `${hook(id)} left processes that could not be ended: ${processes.join(", ")}`,
  fault: (step: string, id: BindingId) => `Pawl failed while ${step} ${hook(id)}: a fault of Pawl, not of the hook`,
  dispatchFault: "Pawl failed while taking this moment to its hooks: a fault of Pawl, not of a hook",
  nested: (depth: number) =>
    `Hooks have started one another ${depth} deep; at this depth no further hook runs, so nothing has judged this`,
  sourceFailed: (path: string, finding: string) => `The hooks in ${escapeText(path)} could not be loaded: ${finding}`,
  lastGood: (path: string) => `${escapeText(path)} could not be loaded; its last good version is still in force`,
  sourceGone: (path: string) => `${escapeText(path)} was in force and is gone: its hooks guard nothing any more`,
  adapterFault: (step: "reading" | "binding", path: string) =>
    `Pawl failed while ${step === "reading" ? "reading" : "making hooks of"} ${escapeText(path)}: a fault of Pawl, not of the file`,
  notApproved: (path: string) => `the hooks in ${escapeText(path)} are not run, because nobody has approved that file`,
  approveHint: "read the file, then approve it; --trust-project trusts it for one call",
  changed: (path: string) =>
    `${escapeText(path)} was approved and has changed since: nothing of its new content runs, and what its approved hooks guard is denied`,
  trustUnknown: (path: string) =>
    `Pawl could not find out whether ${escapeText(path)} is approved: its hooks are not run, and what they guard is denied`
} as const
