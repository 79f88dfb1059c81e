import fs from "node:fs"
import process from "node:process"
import { invocationsVariable } from "./Environment.ts"
import type { Leader, Members } from "./ProcessTree.ts"

interface Stat {
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly threads: number
  /** In clock ticks since the machine was started. */
  readonly start: number
}

const read = (path: string): Buffer | undefined => {
  try {
    return fs.readFileSync(path)
  } catch {
    return undefined
  }
}

// Longer than the line of any process. A pass reads it for every process of the machine, so it is made once.
const line = Buffer.allocUnsafeSlow(4_096)

const readLine = (path: string): string | undefined => {
  let file: number | undefined
  try {
    file = fs.openSync(path, "r")
    return line.toString("latin1", 0, fs.readSync(file, line, 0, line.length, 0))
  } catch {
    return undefined
  } finally {
    if (file !== undefined) fs.closeSync(file)
  }
}

const statOf = (pid: number): Stat | undefined => {
  const text = readLine(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The name stands in brackets and may hold blanks and brackets itself, so the fields count from the last one.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  const number = (index: number) => Number(fields[index])
  return {
    state: fields[0] ?? "",
    parent: number(1),
    group: number(2),
    session: number(3),
    threads: number(17),
    start: number(19)
  }
}

const isMainThreadOver = ({ state }: Stat): boolean => state === "Z" || state === "X"

/** The state is that of the main thread, which may end before the others do. */
const lives = (stat: Stat): boolean => !isMainThreadOver(stat) || stat.threads > 1

/** When a living process was started; nothing for one that has ended, collected or not. */
export const startOf = (pid: number): number | undefined => {
  const stat = statOf(pid)
  return stat !== undefined && lives(stat) ? stat.start : undefined
}

/** Whether a process has ended and is not collected yet. */
export const isZombie = (pid: number): boolean => {
  const stat = statOf(pid)
  return stat !== undefined && !lives(stat)
}

const numbersIn = (folder: string): ReadonlyArray<number> => {
  try {
    return fs.readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

const pids = () => numbersIn("/proc")

/** Where a process shows what it has: a thread that is over shows nothing. */
const shownBy = (pid: number, stat: Stat): string => {
  const folder = `/proc/${pid}`
  const other = isMainThreadOver(stat) ? numbersIn(`${folder}/task`).find((id) => id !== pid) : undefined
  return other === undefined ? folder : `${folder}/task/${other}`
}

/** The value of a variable in the block that a process was started with. */
const variableOf = (pid: number, name: string, stat: Stat): string | undefined => {
  const block = read(`${shownBy(pid, stat)}/environ`)
  if (block === undefined) return undefined
  const entry = Buffer.from(`${name}=`)
  for (let at = block.indexOf(entry); at >= 0; at = block.indexOf(entry, at + 1)) {
    if (at > 0 && block[at - 1] !== 0) continue
    const end = block.indexOf(0, at)
    return block.subarray(at + entry.length, end < 0 ? block.length : end).toString()
  }
  return undefined
}

const carries = (pid: number, invocation: string, stat: Stat): boolean =>
  variableOf(pid, invocationsVariable, stat)?.split(",").includes(invocation) ?? false

type Found = (pid: number, stat: Stat) => void

/** Finds whoever is a child of somebody who was found, and their children, and so on. */
const findDescendants = (others: ReadonlyMap<number, Stat>, isParent: (pid: number) => boolean, found: Found) => {
  const left = new Map(others)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [pid, stat] of left) {
      if (!isParent(stat.parent)) continue
      left.delete(pid)
      found(pid, stat)
    }
  }
}

/**
 * One pass over all processes: who is in the leader's session or group, was known before, carries its marker, or is a
 * descendant of such a one. `onSight` is called in the moment in which one is found. The youngest come first, because those
 * may be gone first. What is older than the leader cannot be its descendant and is not read further; that keeps a pass
 * short on a busy machine. Rule: RUN-12, RUN-33
 */
export const findLinuxMembers = (
  leader: Leader,
  known: Members,
  onSight: (pid: number) => void = () => {}
): Members => {
  const members = new Map<number, number>()
  const others = new Map<number, Stat>()
  const found: Found = (pid, { start }) => {
    members.set(pid, start)
    onSight(pid)
  }
  // Once it is collected, its number may be somebody else's.
  const isLeader = leader.collected() ? () => false : (pid: number) => pid === leader.pid
  const since = known.get(leader.pid) ?? (isLeader(leader.pid) ? (statOf(leader.pid)?.start ?? 0) : 0)
  const belongs = (pid: number, stat: Stat) =>
    isLeader(stat.session) ||
    isLeader(stat.group) ||
    known.get(pid) === stat.start ||
    members.has(stat.parent) ||
    carries(pid, leader.invocation, stat)
  for (const pid of pids().toReversed()) {
    if (pid === process.pid) continue
    const stat = statOf(pid)
    if (stat === undefined || !lives(stat) || stat.start < since) continue
    if (belongs(pid, stat)) found(pid, stat)
    else others.set(pid, stat)
  }
  findDescendants(others, (pid) => members.has(pid) || isLeader(pid), found)
  return members
}

/** Those of a hook's processes that live and are not in its group. */
export const leftGroup = (leader: Leader, members: Members): ReadonlyArray<number> =>
  [...members].flatMap(([pid, start]) => {
    const stat = statOf(pid)
    return stat !== undefined && lives(stat) && stat.start === start && stat.group !== leader.pid ? [pid] : []
  })

/** Living processes that were started with a variable of this value; nobody where the system does not show variables. */
export const carriersOf = (variable: string, value: string): ReadonlyArray<number> =>
  pids().filter((pid) => {
    const stat = statOf(pid)
    return stat !== undefined && lives(stat) && variableOf(pid, variable, stat) === value
  })
