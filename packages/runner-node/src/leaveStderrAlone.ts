import type { Readable, Writable } from "node:stream"

const withoutStderr = (body: () => void): void => {
  const stderr = Object.getOwnPropertyDescriptor(process, "stderr")
  if (stderr?.configurable !== true) {
    body()
    return
  }
  Object.defineProperty(process, "stderr", { configurable: true, enumerable: true, value: undefined })
  try {
    body()
  } finally {
    Object.defineProperty(process, "stderr", stderr)
  }
}

/**
 * Keeps the end of a hook's stream from opening our own stderr. Every socket of Node asks whether it is `process.stderr`
 * when it is destroyed, also when it ends by itself; that question opens descriptor 2, and a pipe there becomes
 * non-blocking for everybody who writes to it, so that others lose their output (EAGAIN). The property is away for that
 * one synchronous step only. Rule: RUN-27
 */
export const leaveStderrAlone = (stream: Readable | Writable): void => {
  const destroy = stream._destroy.bind(stream)
  stream._destroy = (error, done) => withoutStderr(() => destroy(error, done))
}
