import process from "node:process"

/**
 * Ends this process when the one that has started it is gone, whatever that died of: then the other end of stdin is closed.
 * Leaves as a program leaves by itself, so that the runner's hooks and folders for temporary files go along.
 */
export const endWithParent = (): void => {
  const leave = () => process.exit(1)
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, leave)
  process.stdin.once("close", leave).on("error", leave).resume()
  // Nobody waits for it when there is nothing more to measure.
  if ("unref" in process.stdin) process.stdin.unref()
}
