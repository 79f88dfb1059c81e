import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import type { Handler } from "@pawl/core"
import type { Variables } from "./Environment.ts"
import { windowsCommandLine, windowsShell } from "./Windows.ts"

/** A program and its arguments, exactly as they are started. */
export interface CommandLine {
  readonly program: string
  readonly arguments: ReadonlyArray<string>
  /** Windows: the arguments are already quoted. */
  readonly verbatim: boolean
  /** What `program` is, for sentences about a start that failed. */
  readonly role: "shell" | "program"
}

/**
 * The shell of the platform. On POSIX it is named by its whole path, so that which shell runs does not depend on the
 * PATH that hooks get. Rule: RUN-1
 */
export const defaultShell = (variables: Variables): string =>
  process.platform === "win32" ? windowsShell(variables) : "/bin/sh"

/** The program that command strings are handed to. */
export interface Shell {
  readonly program: string
  /** Whether it stays around the program that a line ends with. Others make way for it, so that it is the hook itself. */
  readonly stays: boolean
}

/** By the name of the program itself: `/bin/sh` may be any of them. */
const staying: ReadonlySet<string> = new Set(["dash", "ash", "busybox"])

/** Looks at what a shell is; one that is not there cannot be started either. */
export const shellAt = (program: string): Shell => {
  try {
    return { program, stays: staying.has(path.basename(fs.realpathSync(program))) }
  } catch {
    return { program, stays: false }
  }
}

/**
 * What a shell that stays does first. TERM for the group would end it at once, and with it the time that the program has to
 * clean up, and the code that it ends with. With this it waits for the program, as shells do when they have a trap, and hands a
 * code on that can only refuse; after everything else it dies of TERM all the same, and no later command of the line is run.
 * Rule: RUN-64
 */
const waiting = "trap 's=$?; [ $s -gt 0 ] && [ $s -lt 126 ] && exit $s; trap - TERM; kill -s TERM $$' TERM; "

/**
 * Lines that are left as they are: a child that such a shell has just made for the background would miss a TERM, a command is run
 * with what a substitution has half written, traps of the line's own are its own business, and what begins like an option is one.
 */
const leftAlone = /^-|(?<![&<>|])&(?!&)|\$\(|`|\btrap\b/

const told = ({ stays }: Shell, command: string): string =>
  stays && !leftAlone.test(command) ? `${waiting}${command}` : command

/**
 * What is started for a handler: a command string is one argument of the shell, behind what it may have to do first; a program
 * gets its arguments as they are. Nothing for a handler that has nothing to start. Rule: RUN-1, RUN-2
 */
export const commandLine = (handler: Handler, shell: Shell): CommandLine | undefined => {
  switch (handler._tag) {
    case "Shell":
      return process.platform === "win32"
        ? { ...windowsCommandLine(shell.program, handler.command), role: "shell" }
        : { program: shell.program, arguments: ["-c", told(shell, handler.command)], verbatim: false, role: "shell" }
    case "Exec":
      return { program: handler.program, arguments: handler.arguments, verbatim: false, role: "program" }
    case "Unusable":
      return undefined
  }
}
