import type { Reading } from "@pawl/core"

interface ReadingFacts {
  /** (a) A failed run keeps the stricter of what its policy gives and what it says: by its output, or by a late exit 2. */
  readonly failedOutputTightens: boolean
  /** (b) `ask` asks where Cursor documents it without effect. */
  readonly askAlwaysAsks: boolean
  /** (c) Spellings that Cursor has given up are read where they tighten or give a reason, `decision` at every event. */
  readonly olderSpellings: boolean
  /** (d) A rewrite counts only at the event that documents it. */
  readonly rewriteOnlyWhereDocumented: boolean
  /** (e) What a captured payload held is sent on, with `session_id`, the host's name and the keys of Cursor's tools. */
  readonly fullPayload: boolean
  /** (f) A bad field voids its own definition only, and a guard that cannot be used denies. */
  readonly voidsDefinitionOnly: boolean
  /** (g) Matchers that only JavaScript's engine can run are run under a bound. */
  readonly boundedMatchers: boolean
  /** (h) What refuses or changes an input under another spelling than its own is not overlooked. */
  readonly otherSpellings: boolean
  /** A time-out before the hook was started is our fault, not the hook's. */
  readonly queueTimeout: "engine" | "policy"
  /** What the shipped Cursor does: no output denies at a permission event. */
  readonly emptyDenies: boolean
}

const tight: ReadingFacts = {
  failedOutputTightens: true,
  askAlwaysAsks: true,
  olderSpellings: true,
  rewriteOnlyWhereDocumented: true,
  fullPayload: true,
  voidsDefinitionOnly: true,
  boundedMatchers: true,
  otherSpellings: true,
  queueTimeout: "engine",
  emptyDenies: false
}

/** Where the readings differ, and nowhere else. Rule: CUR-60 to CUR-69 */
export const readings: { readonly [R in Reading]: ReadingFacts } = {
  asWritten: {
    failedOutputTightens: false,
    askAlwaysAsks: false,
    olderSpellings: false,
    rewriteOnlyWhereDocumented: false,
    fullPayload: false,
    voidsDefinitionOnly: false,
    boundedMatchers: false,
    otherSpellings: false,
    queueTimeout: "policy",
    emptyDenies: false
  },
  tight,
  shipped: { ...tight, emptyDenies: true }
}
