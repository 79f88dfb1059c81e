import fs from "node:fs"
import process from "node:process"
import { invocationsVariable } from "./Environment.ts"
import type { Leader, Members } from "./ProcessTree.ts"

interface Stat {
  readonly state: string
  readonly group: number
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

const statOf = (pid: number): Stat | undefined => {
  const text = read(`/proc/${pid}/stat`)?.toString("latin1")
  if (text === undefined) return undefined
  // The name stands in brackets and may hold blanks and brackets itself, so the fields count from the last one.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { state: fields[0] ?? "", group: Number(fields[2]), start: Number(fields[19]) }
}

const lives = (stat: Stat): boolean => stat.state !== "Z" && stat.state !== "X"

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

/** The value of a variable in the block that a process was started with. */
const variableOf = (pid: number, name: string): string | undefined => {
  const block = read(`/proc/${pid}/environ`)
  if (block === undefined) return undefined
  const entry = Buffer.from(`${name}=`)
  for (let at = block.indexOf(entry); at >= 0; at = block.indexOf(entry, at + 1)) {
    if (at > 0 && block[at - 1] !== 0) continue
    const end = block.indexOf(0, at)
    return block.subarray(at + entry.length, end < 0 ? block.length : end).toString()
  }
  return undefined
}

const carries = (pid: number, invocation: string): boolean =>
  variableOf(pid, invocationsVariable)?.split(",").includes(invocation) ?? false

const pids = (): ReadonlyArray<number> => {
  try {
    return fs.readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

/**
 * One pass over all processes. What is older than the leader cannot be its descendant and is not read further; that
 * keeps a pass short on a busy machine. Rule: RUN-12
 */
export const findLinuxMembers = (leader: Leader, known: Members): Members => {
  const found = new Map<number, number>()
  const collected = leader.collected()
  const since = known.get(leader.pid) ?? (collected ? 0 : (statOf(leader.pid)?.start ?? 0))
  for (const pid of pids()) {
    if (pid === process.pid) continue
    const stat = statOf(pid)
    if (stat === undefined || !lives(stat) || stat.start < since) continue
    const inGroup = !collected && stat.group === leader.pid
    if (inGroup || known.get(pid) === stat.start || carries(pid, leader.invocation)) found.set(pid, stat.start)
  }
  return found
}

/** Living processes that were started with a variable of this value; nobody where the system does not show variables. */
export const carriersOf = (variable: string, value: string): ReadonlyArray<number> =>
  pids().filter((pid) => startOf(pid) !== undefined && variableOf(pid, variable) === value)
