/** How one measurement goes: how many pairs, from which seed, and whether only that it can be done is looked at. */
export interface Form {
  readonly pairs: number
  readonly seed: number
  readonly isShort: boolean
}

/** One figure of the table, with what it must not exceed. */
export interface Figure {
  readonly name: string
  /** What it is held against, in a few words. */
  readonly against?: string
  readonly unit: "times" | "µs" | "ms" | "MiB" | "bytes" | "of them"
  readonly value: number
  /** Holds 95 of 100 such figures, as far as the measured pairs can tell. */
  readonly interval: readonly [low: number, high: number]
  readonly atMost: number
  /** By how much two series of the very same work differed, as a share. */
  readonly errorBar?: number
  /** What else was seen, for people. */
  readonly aside?: string
}

/** Something that is measured in a process of its own, so that no row pays for the memory of another. */
export interface Row {
  readonly name: string
  /** Of the long form. */
  readonly pairs: number
  /** Of the long form; of three the middle one counts. */
  readonly runs: 1 | 3
  /** What the process is started with. */
  readonly flags: ReadonlyArray<string>
  /** It looks at what only this system shows. */
  readonly needs?: "linux"
  readonly measure: (form: Form) => Promise<ReadonlyArray<Figure>>
}
