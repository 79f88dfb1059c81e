import process from "node:process"
import { findLinuxMembers, startOf } from "./linuxMembers.ts"
import { windowsProcessTree } from "./Windows.ts"

/** Processes by their number, each with the time of its start, which tells it from a later owner of the number. */
export type Members = ReadonlyMap<number, number>

/** The process that was started for a hook, and the marker that its descendants inherit. */
export interface Leader {
  readonly pid: number
  readonly invocation: string
  /** Once it is collected, its number, and so its group's, may belong to somebody else. */
  readonly collected: () => boolean
}

/** How the processes of a hook are found and ended on a platform. No method throws. Rule: RUN-10, RUN-12 */
export interface ProcessTree {
  /**
   * Who belongs to the hook now: its group (while the leader is not collected), whoever carries its marker, and those of
   * `known` that still live.
   */
  readonly find: (leader: Leader, known: Members) => Members
  /** Asks the group to end. A stopped process is woken, because it could not end otherwise. */
  readonly ask: (leader: Leader) => void
  /**
   * Ends the group. Only while the leader is not collected, or in the very tick in which it was: a group that still has a
   * member keeps its number, so at worst an empty group is meant.
   */
  readonly end: (leader: Leader) => void
  /** Ends one member, if it is still the one that was found. */
  readonly endMember: (pid: number, start: number) => void
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // Nobody is left, or nobody whom we may signal; the search that follows tells.
  }
}

const group = {
  ask: (leader: Leader) => {
    signal(-leader.pid, "SIGTERM")
    signal(-leader.pid, "SIGCONT")
  },
  end: (leader: Leader) => signal(-leader.pid, "SIGKILL")
}

/** Linux: the group, and whoever carries the marker. Rule: RUN-12 */
const linuxProcessTree: ProcessTree = {
  ...group,
  find: findLinuxMembers,
  endMember: (pid, start) => {
    if (startOf(pid) === start) signal(pid, "SIGKILL")
  }
}

/** Other systems do not show a process's variables: the group alone. Rule: RUN-12 */
const groupOnlyTree: ProcessTree = { ...group, find: () => new Map(), endMember: () => {} }

/** The way of this platform. Rule: RUN-12 */
export const platformProcessTree = (platform: NodeJS.Platform): ProcessTree =>
  platform === "linux" ? linuxProcessTree : platform === "win32" ? windowsProcessTree : groupOnlyTree
