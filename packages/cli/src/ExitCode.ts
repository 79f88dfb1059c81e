import * as os from "node:os"

/**
 * Every exit code that Pawl chooses itself, in one table. `exec` otherwise ends with its command's own code, or dies of
 * the signal that its command died of. Rule: CLI-1
 */
export const exitCodes = {
  /** Everything went well. */
  fine: 0,
  /** Something was found that a person has to look at. */
  found: 1,
  /** The words of the call are off (`exec` uses `failed` for that, because 2 could be its command's own code). */
  wrongWords: 2,
  /** Pawl itself failed. */
  failed: 125,
  /** The command was denied, or could not be executed. */
  denied: 126,
  /** There is no such command. */
  notFound: 127
} as const

/** What a shell reports for a program that died of a signal: 128 + its number. Rule: CLI-1 */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal]
