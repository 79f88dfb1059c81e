import type { Binding, Reading, Selection } from "@pawl/core"
import type { Matcher } from "@pawl/format-kit"
import { showText } from "./showValue.ts"

type Skip = Extract<Selection, { readonly _tag: "Skip" }>

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
  /** How sentences call the matcher: written once, because most selections of a moment say why they skip. */
  readonly matcherName: string
  readonly loopLimit: number | null
  #skipped: Skip | undefined
  #called: string | undefined

  constructor({ loopLimit, matcher, reading, reported }: Row) {
    this.reading = reading
    this.reported = reported
    this.matcher = matcher
    this.matcherName = `the matcher ${showText(matcher?.pattern ?? "")}`
    this.loopLimit = loopLimit
  }

  /**
   * That the matcher does not match what is called so. The last one is kept, because most hooks are skipped for the same
   * reason again.
   */
  skipFor(called: string): Skip {
    if (this.#skipped === undefined || this.#called !== called) {
      this.#called = called
      this.#skipped = { _tag: "Skip", why: `${this.matcherName} does not match ${called}` }
    }
    return this.#skipped
  }
}

/** A binding that somebody built by hand is read as strictly as any: for the whole event, in the default reading. */
const byHand = new BindingData({ loopLimit: null, matcher: undefined, reading: "tight", reported: true })

/** The row that a binding carries. Rule: CUR-20 */
export const dataOf = (binding: Binding): BindingData => (binding.data instanceof BindingData ? binding.data : byHand)
