import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { environment } from "./pawl.ts"
import { carriersOf, isAlive } from "./processes.ts"
import type { Project } from "./project.ts"

/** The variable by which everything that a call has started is found again, and its folder for temporary files. */
const mark = "FOUND_AGAIN_BY"
const temporary = "temporary"

/** The variables of a call whose leavings are looked for; whoever carries the mark when the scope closes is ended. */
export const markedEnvironment = (project: Project) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      fs.mkdirSync(project.file(temporary))
      // The compiled form of Pawl is kept on purpose.
      return environment({ [mark]: project.folder, TMPDIR: project.file(temporary), NODE_DISABLE_COMPILE_CACHE: "1" })
    }),
    () =>
      Effect.sync(() => {
        for (const pid of marked(project)) process.kill(pid, "SIGKILL")
      })
  )

/** Who was started by a call in this project and lives. */
export const marked = ({ folder }: Project): ReadonlyArray<number> => carriersOf(`${mark}=${folder}`)

const namesIn = (folder: string): ReadonlyArray<string> => (fs.existsSync(folder) ? fs.readdirSync(folder) : [])

/** The names of the FIFOs that a process makes begin like this. */
const fifoNames = (pid: number): string => `pawl-${pid.toString(36)}-`

/** When these tests began, as their names say it: others may have had the same number before. */
const began = process.hrtime.bigint()

const isRecent = (name: string): boolean => Number.parseInt(name.split("-")[2] ?? "", 36) >= Number(began)

/** What of them a process has left. */
export const fifosLeftBy = (pid: number): ReadonlyArray<string> =>
  namesIn("/dev/shm").filter((name) => name.startsWith(fifoNames(pid)) && isRecent(name))

/** What the calls in a project have left in folders for temporary files, as one that had this number would name it. */
export const temporaryFiles = (project: Project, pid: number): ReadonlyArray<string> => [
  ...namesIn(project.file(temporary)),
  ...fifosLeftBy(pid)
]

const commandLine = (pid: number): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

/** The helper that makes FIFOs for a process: it has none of the variables, but their names. */
export const helpersOf = (pid: number): ReadonlyArray<number> =>
  namesIn("/proc")
    .filter((name) => /^\d+$/.test(name) && commandLine(Number(name)).includes(fifoNames(pid)))
    .map(Number)
    .filter(isAlive)

/** Whether a process has a listener for SIGTERM by now: Node has none of its own. */
export const listens = (pid: number): boolean => {
  try {
    const [, caught = "0"] = /^SigCgt:\s*(\w+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return (BigInt(`0x${caught}`) & (1n << 14n)) !== 0n
  } catch {
    return false
  }
}

/** Whether a process has started another one whose command line holds a text. */
export const hasStarted = (pid: number, text: string): boolean => {
  const children = path.join("/proc", `${pid}`, "task", `${pid}`, "children")
  try {
    return fs
      .readFileSync(children, "utf8")
      .split(" ")
      .some((child) => child !== "" && commandLine(Number(child)).includes(text))
  } catch {
    return false
  }
}
