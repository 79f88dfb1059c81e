import process from "node:process"
import { findLinuxMembers, isZombie, leftGroup } from "./linuxMembers.ts"
import type { Leader, ProcessTree } from "./ProcessTree.ts"
import { windowsProcessTree } from "./Windows.ts"

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // Nobody is left, or nobody whom we may signal; the search that follows tells.
  }
}

const askToEnd = (pid: number) => {
  signal(pid, "SIGTERM")
  signal(pid, "SIGCONT")
}

const group = {
  hold: (leader: Leader) => signal(-leader.pid, "SIGSTOP"),
  ask: (leader: Leader) => askToEnd(-leader.pid),
  end: (leader: Leader) => signal(-leader.pid, "SIGKILL")
}

/** Linux: the group, and whoever carries the marker. Rule: RUN-12 */
const linuxProcessTree: ProcessTree = {
  ...group,
  ask: (leader, members) => {
    group.ask(leader)
    for (const pid of leftGroup(leader, members)) askToEnd(pid)
  },
  find: findLinuxMembers,
  // Its number cannot be somebody else's: it is not collected.
  hasEnded: (leader) => isZombie(leader.pid),
  endFound: (leader, known) => findLinuxMembers(leader, known, (pid) => signal(pid, "SIGKILL"))
}

/** Other systems do not show a process's variables: the group alone. Rule: RUN-12 */
const groupOnlyTree: ProcessTree = {
  ...group,
  hold: () => {},
  find: () => new Map(),
  hasEnded: () => false,
  endFound: () => new Map()
}

/** The way of this platform. Rule: RUN-12 */
export const platformProcessTree = (platform: NodeJS.Platform): ProcessTree =>
  platform === "linux" ? linuxProcessTree : platform === "win32" ? windowsProcessTree : groupOnlyTree
