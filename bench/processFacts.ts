import fs from "node:fs"
import process from "node:process"

/** Reads a file of `/proc`; nothing when its process has ended meanwhile. */
const readProc = (file: string): string => {
  try {
    return fs.readFileSync(`/proc/${file}`, "utf8")
  } catch {
    return ""
  }
}

const pids = (): ReadonlyArray<string> => fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))

/** The state and the parent of a process: what stands behind its name, which may hold anything. */
const statOf = (pid: string) => {
  const text = readProc(`${pid}/stat`)
  const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { state, parent: Number(parent) }
}

/** The one that has made the FIFOs of a runner stays, and watches this process. */
const isHelper = (pid: string): boolean => readProc(`${pid}/cmdline`).includes("mkfifo")

/** Children of this process; the ended ones that nobody has collected are zombies. Linux only. */
export const children = (): { readonly alive: number; readonly helpers: number; readonly zombies: number } => {
  const own = pids()
    .map((pid) => ({ pid, ...statOf(pid) }))
    .filter(({ parent }) => parent === process.pid)
  const zombies = own.filter(({ state }) => state === "Z").length
  const helpers = own.filter(({ pid }) => isHelper(pid)).length
  return { alive: own.length - zombies - helpers, helpers, zombies }
}

/** Living processes that have a variable of this value. Linux only. */
export const processesMarked = (variable: string, value: string): ReadonlyArray<number> =>
  pids()
    .filter((pid) => readProc(`${pid}/environ`).split("\0").includes(`${variable}=${value}`))
    .map(Number)

/** What this process has open, and how many of these are FIFOs without a name, which a runner keeps in a pool. */
export const descriptors = (): { readonly pooled: number; readonly others: number } => {
  const links = fs.readdirSync("/proc/self/fd").map((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return undefined
    }
  })
  const open = links.filter((link) => link !== undefined)
  const pooled = open.filter((link) => link.endsWith("(deleted)")).length
  return { pooled, others: open.length - pooled }
}

/** What keeps this process from ending. */
export const handles = (): number => process.getActiveResourcesInfo().length

/** A figure of this process in MiB: what it has now (`VmRSS`), or had at the most (`VmHWM`). */
export const memoryMiB = (name: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(readProc("self/status"))?.[1]) / 1_024

/** The peak begins anew. */
export const forgetPeak = (): void => fs.writeFileSync("/proc/self/clear_refs", "5")

/** The heap that is still in use after a collection, in bytes; node has to run with `--expose-gc`. */
export const liveHeap = (): number => {
  if (globalThis.gc === undefined) throw new Error("node was not started with --expose-gc")
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
