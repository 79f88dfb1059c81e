/** What a person or a supervisor sends to end a program. Ctrl-Z is left to the system. */
export const endingSignals = [
  "SIGINT",
  "SIGQUIT",
  "SIGTERM",
  "SIGHUP",
  "SIGUSR2"
] as const satisfies ReadonlyArray<NodeJS.Signals>
