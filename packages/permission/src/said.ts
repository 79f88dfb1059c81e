import type { DispatchOutcome, Notice, Reason } from "@pawl/core"
import { type Decision, reasonOf } from "./Decision.ts"
import type { Round } from "./Judgement.ts"

type Said = Pick<Notice, "binding" | "text">

const isSaid = (said: ReadonlyArray<Said>, { binding, text }: Said): boolean =>
  said.some((one) => one.binding === binding && one.text === text)

/** A denial for want of somebody to answer quotes the question. */
const quotes = (reason: Reason, { binding, text }: Reason): boolean =>
  reason.cause === "approval-unavailable" && reason.binding === binding && reason.text.includes(text)

/**
 * Every reason of an outcome beside the one that counts, each once, in snapshot order: somebody who is denied learns
 * all that stands in the way, and somebody who is asked all that speaks for the question. Rule: PERM-26
 */
export const otherReasons = (
  reason: Reason,
  { merged, records }: Pick<DispatchOutcome, "merged" | "records">
): ReadonlyArray<Reason> => {
  const order = new Map(records.map(({ binding }, index) => [binding, index]))
  const position = ({ binding }: Reason) => order.get(binding ?? "") ?? records.length
  const said = [reason]
  for (const other of [...merged.reasons].sort((a, b) => position(a) - position(b))) {
    if (!isSaid(said, other) && !quotes(reason, other)) said.push(other)
  }
  return said.slice(1)
}

/**
 * What hooks have to say to the person besides reasons, and whatever else, that were said. A hook whose denial was said
 * does not deny a second time by it. Rule: PERM-26
 */
export const noticesBeside = (
  reasons: ReadonlyArray<Reason>,
  notices: ReadonlyArray<Notice>,
  alreadySaid: ReadonlyArray<Notice> = []
): ReadonlyArray<Notice> => {
  const said: Array<Said> = [...reasons, ...alreadySaid]
  return notices.flatMap((notice) => {
    if (isSaid(said, notice)) return []
    said.push(notice)
    const denied = notice.level === "denied" && reasons.some(({ binding }) => binding === notice.binding)
    return denied ? { ...notice, level: "info" as const } : notice
  })
}

/**
 * Why a decision is what it is: the reason that counts, then whatever else any round of the judgement gave for it, each
 * once. Nothing for a decision that needs no reason. Rule: PERM-26
 */
export const reasonsIn = (decision: Decision, rounds: ReadonlyArray<Round>): ReadonlyArray<Reason> => {
  const reason = reasonOf(decision)
  if (reason === undefined) return []
  const said = [reason]
  for (const { decision: own, outcome, question } of rounds) {
    const counted = reasonOf(own)
    const ofHooks = counted === undefined ? outcome.merged.reasons : [counted, ...otherReasons(counted, outcome)]
    const all = question === undefined ? ofHooks : [...ofHooks, question]
    for (const other of all) if (!isSaid(said, other) && !quotes(reason, other)) said.push(other)
  }
  return said
}
