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

/** Shells that know `trap` as POSIX has it. */
const posixShells: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"])

/**
 * What a shell does first. Many shells stay around the program that a command names, and TERM for the group would end the
 * shell at once, and with it the time that the program has to clean up, and the code that it ends with. With this it waits
 * for the program, as shells do when they have a trap, and hands a code on that can only refuse; after everything else it dies of
 * TERM all the same, and no later command of the line is run. A trap of the command itself takes its place. Rule: RUN-64
 */
const staying = "trap 's=$?; [ $s -gt 0 ] && [ $s -lt 126 ] && exit $s; trap - TERM; kill -s TERM $$' TERM; "

/** What a POSIX shell is told to run. */
const told = (shell: string, command: string): string =>
  posixShells.has(path.basename(shell)) ? `${staying}${command}` : command

/**
 * What is started for a handler: a command string is one argument of the shell, behind what it does first; a program gets its
 * arguments as they are. Nothing for a handler that has nothing to start. Rule: RUN-1, RUN-2
 */
export const commandLine = (handler: Handler, shell: string): CommandLine | undefined => {
  switch (handler._tag) {
    case "Shell":
      return process.platform === "win32"
        ? { ...windowsCommandLine(shell, handler.command), role: "shell" }
        : { program: shell, arguments: ["-c", told(shell, handler.command)], verbatim: false, role: "shell" }
    case "Exec":
      return { program: handler.program, arguments: handler.arguments, verbatim: false, role: "program" }
    case "Unusable":
      return undefined
  }
}
