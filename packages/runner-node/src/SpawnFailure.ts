import fs from "node:fs"
import type { Ending } from "@pawl/core"
import type { CommandLine } from "./Shell.ts"

/** What was to be started. */
export interface Launch {
  readonly line: CommandLine
  readonly workingDirectory: string
  readonly env: Readonly<Record<string, string>>
}

type SpawnFailed = Extract<Ending, { readonly _tag: "SpawnFailed" }>

const failed = (errno: string, message: string): SpawnFailed => ({ _tag: "SpawnFailed", errno, message })

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "UNKNOWN"

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The system says ENOENT for a missing program and for a missing folder alike, so the folder is looked at. */
const folderFault = (folder: string): SpawnFailed | undefined => {
  try {
    if (!fs.statSync(folder).isDirectory())
      return failed("ENOTDIR", `the working directory ${folder} is not a directory`)
    fs.accessSync(folder, fs.constants.X_OK)
    return undefined
  } catch (error) {
    const code = codeOf(error)
    return code === "ENOENT"
      ? failed(code, `the working directory ${folder} does not exist`)
      : failed(code, `the working directory ${folder} cannot be entered (${code})`)
  }
}

const holdsNul = (text: string): boolean => text.includes("\0")

/** A NUL ends a text for the system, so what holds one cannot be handed to a program whole. */
const nulFault = (launch: Launch): SpawnFailed | undefined => {
  const { line } = launch
  if (holdsNul(launch.workingDirectory)) return failed("EINVAL", "the working directory's name holds a NUL byte")
  if (holdsNul(line.program) || line.arguments.some(holdsNul))
    return failed("EINVAL", "the command holds a NUL byte, which no program can be given")
  const variable = Object.entries(launch.env).find(([name, value]) => holdsNul(name) || holdsNul(value))
  return variable && failed("EINVAL", `the variable ${variable[0].replaceAll("\0", "")} holds a NUL byte`)
}

const bytesOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

const sentences: Readonly<Record<string, (what: string, launch: Launch) => string>> = {
  ENOENT: (what, { line }) =>
    line.program.includes("/") ? `${what} does not exist` : `${what} is not on the PATH that the hook gets`,
  EACCES: (what) => `${what} is not executable`,
  EPERM: (what) => `${what} may not be started by this user`,
  ENOEXEC: (what) => `${what} is no program of this system`,
  ETXTBSY: (what) => `${what} is still being written by another process`,
  E2BIG: (_, { line, env }) =>
    `the command (${bytesOf(line.arguments)} bytes) and its variables (${bytesOf(Object.entries(env).flat())} bytes) are longer than this system allows`,
  EMFILE: () => "this process has too many files open to start another one",
  ENFILE: () => "this system has too many files open to start another process",
  EAGAIN: () => "this system allows no more processes now",
  ENOMEM: () => "this system has not enough memory for another process"
}

/**
 * Why a hook could not be started, by the system's code and a sentence that names what is in the way: the folder, the
 * shell, the program, or a limit. Rule: RUN-16
 */
export const spawnFailure = (error: unknown, launch: Launch): SpawnFailed => {
  const known = nulFault(launch) ?? folderFault(launch.workingDirectory)
  if (known !== undefined) return known
  const code = codeOf(error)
  const what = `the ${launch.line.role} ${launch.line.program}`
  return failed(code, sentences[code]?.(what, launch) ?? `${what} could not be started: ${messageOf(error)}`)
}

/** A handler that no runner on this platform has. Rule: RUN-16 */
export const nothingToStart: SpawnFailed = failed("ENOTSUP", "this hook has nothing that can be started")
