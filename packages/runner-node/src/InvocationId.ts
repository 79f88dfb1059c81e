import process from "node:process"

/**
 * Makes the ids of runs. A process number, the machine's clock and a counter are enough to be unique on one machine; no
 * randomness, because loading it costs more than starting a small program. Rule: RUN-22
 */
export const makeInvocationIds = (): (() => string) => {
  const prefix = `${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}
