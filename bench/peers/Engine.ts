/** Hooks that lie ready to be asked. */
export interface Ready {
  /** Asks them once; true when the engine denies what it was asked about. */
  readonly ask: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** What hooks are made of and asked about. */
interface Setting {
  /** Empty, and the engine's own. */
  readonly folder: string
  /** POSIX scripts, each of them a hook. */
  readonly scripts: ReadonlyArray<string>
  /** A text that the payload holds. */
  readonly text: string
}

/** An engine that asks hooks before a tool call. Every one has the same time-out: {@link timeoutMs}. */
export interface Engine {
  readonly name: string
  /** Shell code that prints a denial, and an allow, in the words of this engine. */
  readonly deny: string
  readonly allow: string
  /** Undefined when it cannot have so many hooks for one event. */
  readonly prepare: (setting: Setting) => Promise<Ready | undefined>
}

/** How long a hook may take, in milliseconds. */
export const timeoutMs = 1_000
