import type { Readable } from "node:stream"
import { floodPauseMs, makeFloodGate } from "./FloodGate.ts"
import type { OutputCapture } from "./OutputCapture.ts"
import { afterAll, type Outputs } from "./Outputs.ts"
import { after } from "./realTime.ts"

/** Reads a stream to its end, whatever is kept of it, so that no hook waits for a full pipe. Rule: RUN-14 */
const drain = (stream: Readable, capture: OutputCapture) => {
  const isPauseDue = makeFloodGate()
  stream.on("error", () => {})
  stream.on("data", (chunk: Buffer) => {
    capture.push(chunk)
    if (!isPauseDue(chunk.length)) return
    stream.pause()
    after(floodPauseMs, () => stream.resume())
  })
}

/** What Node calls pipes; on Linux a hook cannot open them by name (`> /dev/stderr`). Rule: RUN-4 */
export const socketOutputs = (stdout: OutputCapture, stderr: OutputCapture): Outputs => {
  let streams: ReadonlyArray<Readable> = []
  return {
    whenReady: (then) => then(),
    options: () => ["pipe", "pipe"],
    connect: (child, drained) => {
      streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
      const ended = afterAll(streams.length, drained)
      for (const stream of streams) stream.once("close", ended)
      if (child.stdout !== null) drain(child.stdout, stdout)
      if (child.stderr !== null) drain(child.stderr, stderr)
    },
    close: () => {
      for (const stream of streams) stream.destroy()
    }
  }
}
