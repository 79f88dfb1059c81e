import type { DispatchOutcome, Notice, Reason } from "@pawl/core"

type Said = Pick<Notice, "binding" | "text">

const isSaid = (said: ReadonlyArray<Said>, { binding, text }: Said): boolean =>
  said.some((one) => one.binding === binding && one.text === text)

/** A denial for want of somebody to answer quotes the question. */
const quotes = (reason: Reason, { binding, text }: Reason): boolean =>
  reason.cause === "approval-unavailable" && reason.binding === binding && reason.text.includes(text)

/**
 * Every reason of an outcome beside the one that counts, each once, in snapshot order: somebody who is denied learns
 * all that stands in the way, and somebody who is asked all that speaks for the question. Rule: CLI-15
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

/** What a reason is for: its hook has denied, asked, or neither; what is no hook's own is a refusal, and so a denial. Rule: CLI-15 */
export const purposeOf = (
  { binding, cause }: Reason,
  { records }: Pick<DispatchOutcome, "records">
): "denied" | "asked" | "info" => {
  const effects = records.find((record) => record.binding === binding)?.effects
  if (cause !== "hook" || effects === undefined || effects.halt !== undefined) return "denied"
  if (effects.verdict === "ask") return "asked"
  return effects.verdict === "deny" ? "denied" : "info"
}

/**
 * What hooks have to say to the person besides reasons that were said. A hook whose denial was said does not deny a second
 * time by it. Rule: CLI-15
 */
export const noticesBeside = (
  reasons: ReadonlyArray<Reason>,
  notices: ReadonlyArray<Notice>
): ReadonlyArray<Notice> => {
  const said: Array<Said> = [...reasons]
  return notices.flatMap((notice) => {
    if (isSaid(said, notice)) return []
    said.push(notice)
    const denied = notice.level === "denied" && reasons.some(({ binding }) => binding === notice.binding)
    return denied ? { ...notice, level: "info" as const } : notice
  })
}
