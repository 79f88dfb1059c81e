import type { ChildProcess } from "node:child_process"

/** stdout and stderr of one hook. */
export interface Outputs {
  /** Calls back, at once where nothing is to be waited for, when the hook can be started; never after `close`. */
  readonly whenReady: (then: () => void) => void
  /** What the process is started with. Asked for once, in the turn of the start; fails like any opening of a file. */
  readonly options: () => readonly [number | "pipe", number | "pipe"]
  /** Begins to read; `drained` is called once both have ended. */
  readonly connect: (child: ChildProcess, drained: () => void) => void
  /** Stops reading and gives back every descriptor. */
  readonly close: () => void
}

/** Calls back after so many calls. */
export const afterAll = (count: number, then: () => void): (() => void) => {
  let left = count
  return () => {
    left--
    if (left === 0) then()
  }
}
