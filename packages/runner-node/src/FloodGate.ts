const mebibyte = 1_048_576
const floodFrom = 64 * mebibyte

/** How long a flood waits between two slices, in milliseconds. */
export const floodPauseMs = 1

/**
 * Says of each read whether a pause is due behind it. Past 64 MiB it is a flood: read in slices with a pause between, so
 * that it cannot have a whole core until its deadline. Rule: RUN-14
 */
export const makeFloodGate = (): ((bytes: number) => boolean) => {
  let seen = 0
  let pauseAt = floodFrom
  return (bytes) => {
    seen += bytes
    if (seen < pauseAt) return false
    pauseAt = seen + mebibyte
    return true
  }
}
