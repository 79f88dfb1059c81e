import type { Binding, Reading } from "@pawl/core"
import type { Matcher } from "@pawl/format-kit"

interface Row {
  readonly reading: Reading
  /** Whether the host reports the event; a hook of one that it does not report never matches. */
  readonly reported: boolean
  readonly matcher: Matcher | undefined
  /** Follow-ups in one turn as the definition and the host's cap allow them; null is no limit. */
  readonly loopLimit: number | null
}

/** What a binding of this format carries through core: the definition's row, with the reading it was made under. Rule: CUR-20 */
export class BindingData {
  readonly reading: Reading
  readonly reported: boolean
  readonly matcher: Matcher | undefined
  readonly loopLimit: number | null

  constructor({ loopLimit, matcher, reading, reported }: Row) {
    this.reading = reading
    this.reported = reported
    this.matcher = matcher
    this.loopLimit = loopLimit
  }
}

/** A binding that somebody built by hand is read as strictly as any: for the whole event, in the default reading. */
const byHand = new BindingData({ loopLimit: null, matcher: undefined, reading: "tight", reported: true })

/** The row that a binding carries. Rule: CUR-20 */
export const dataOf = (binding: Binding): BindingData => (binding.data instanceof BindingData ? binding.data : byHand)
