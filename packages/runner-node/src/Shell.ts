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

/**
 * What is started for a handler: a command string is one argument of the shell, untouched; a program gets its arguments
 * as they are. Nothing for a handler that has nothing to start. Rule: RUN-1, RUN-2
 */
export const commandLine = (handler: Handler, shell: string): CommandLine | undefined => {
  switch (handler._tag) {
    case "Shell":
      return process.platform === "win32"
        ? { ...windowsCommandLine(shell, handler.command), role: "shell" }
        : { program: shell, arguments: ["-c", handler.command], verbatim: false, role: "shell" }
    case "Exec":
      return { program: handler.program, arguments: handler.arguments, verbatim: false, role: "program" }
    case "Unusable":
      return undefined
  }
}
