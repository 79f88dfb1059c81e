import type { DispatchOutcome, InvocationRecord } from "../../packages/core/src/index.ts"
import type { Denies, Kind } from "./kinds.ts"

/** How many dispatches of one kind have come to what. */
interface Count {
  answered: number
  interrupted: number
  hooks: number
}

/** What has come of all dispatches so far. */
export interface Tally {
  readonly counts: ReadonlyMap<string, Count>
  /** What must not be, in sentences. */
  readonly faults: Array<string>
  denials: number
  lostDenials: number
  /** Denied because a hook did not get its turn in time: a denial all the same. */
  inQueue: number
  slowestAnswerMs: number
  slowestInterruptionMs: number
}

export const makeTally = (kinds: ReadonlyArray<Kind>): Tally => ({
  counts: new Map(kinds.map(({ name }) => [name, { answered: 0, interrupted: 0, hooks: 0 }])),
  faults: [],
  denials: 0,
  lostDenials: 0,
  inQueue: 0,
  slowestAnswerMs: 0,
  slowestInterruptionMs: 0
})

export const countOf = (tally: Tally, { name }: Kind): Count => {
  const count = tally.counts.get(name)
  if (count === undefined) throw new Error(`no kind is called ${name}`)
  return count
}

const mustDeny: { readonly [D in Denies]: (record: InvocationRecord | undefined) => boolean } = {
  always: () => true,
  "once written": (record) => (record?.stdoutBytes ?? 0) > 0,
  "once cut": (record) => record?.stdoutTruncated === true,
  never: () => false
}

/** Looks at an outcome: every denial of a hook must be in it, and no other one than those that the engine gives. */
export const checkOutcome = (tally: Tally, kind: Kind, { merged, records }: DispatchOutcome): void => {
  const { name, hooks } = kind
  const count = countOf(tally, kind)
  count.answered++
  count.hooks += records.length
  if (records.length !== hooks.length) {
    tally.faults.push(`${name}: ${records.length} records of ${hooks.length} hooks`)
  }
  for (const [index, { command, denies }] of hooks.entries()) {
    const record = records[index]
    const isDenial = mustDeny[denies](record)
    const verdict = record?.effects.verdict
    const isOwn = record?.effects.reasons.some(({ cause }) => cause === "engine") === true
    if (isOwn) tally.inQueue++
    if (isDenial && verdict === "deny") tally.denials++
    if (isDenial && verdict !== "deny") {
      tally.lostDenials++
      tally.faults.push(`${name}: the denial of \`${command}\` is lost (${verdict})`)
    }
    if (denies === "never" && verdict === "deny" && !isOwn) tally.faults.push(`${name}: \`${command}\` denies`)
  }
  if (records.some(({ effects }) => effects.verdict === "deny") && merged.verdict._tag !== "Deny") {
    tally.faults.push(`${name}: a hook denies, and the dispatch came to ${merged.verdict._tag}`)
  }
}
