import type { ChildProcess, StdioOptions } from "node:child_process"
import type { Readable } from "node:stream"
import type { OutputCapture } from "./OutputCapture.ts"
import { after } from "./realTime.ts"

/** The three streams of one hook, made before it is started. */
export interface HookStdio {
  readonly options: StdioOptions
  /** Listeners on the output first, then the payload; `drained` is called once both outputs have ended. */
  readonly connect: (child: ChildProcess, drained: () => void) => void
  /** Stops reading and gives back every descriptor. */
  readonly close: () => void
}

/** A way to give a hook its streams. Rule: RUN-4 */
export interface StdioWay {
  readonly open: (payload: Uint8Array, stdout: OutputCapture, stderr: OutputCapture) => HookStdio
}

const ignore = () => {}

const mebibyte = 1_048_576
const floodFrom = 64 * mebibyte

/**
 * Reads a stream to its end, whatever is kept of it, so that no hook waits for a full pipe. Past 64 MiB it is a flood:
 * read in slices with a pause between, so that it cannot have a whole core until its deadline. Rule: RUN-14
 */
const drain = (stream: Readable, capture: OutputCapture) => {
  let seen = 0
  let pauseAt = floodFrom
  stream.on("error", ignore)
  stream.on("data", (chunk: Buffer) => {
    capture.push(chunk)
    seen += chunk.length
    if (seen < pauseAt) return
    pauseAt = seen + mebibyte
    stream.pause()
    after(1, () => stream.resume())
  })
}

/**
 * What Node calls pipes: on POSIX they are sockets. Good everywhere, but a hook cannot open them by name
 * (`> /dev/stderr`) on Linux. Rule: RUN-4
 */
export const socketStdio: StdioWay = {
  open: (payload, stdout, stderr) => {
    let streams: ReadonlyArray<{ readonly destroy: () => void }> = []
    return {
      options: ["pipe", "pipe", "pipe"],
      connect: (child, drained) => {
        const { stdin, stdout: out, stderr: err } = child
        if (stdin === null || out === null || err === null) return drained()
        streams = [stdin, out, err]
        let open = 2
        for (const [stream, capture] of [
          [out, stdout],
          [err, stderr]
        ] as const) {
          stream.once("close", () => {
            open--
            if (open === 0) drained()
          })
          drain(stream, capture)
        }
        // A hook that ends or closes its stdin before it has read everything is no fault of anybody.
        stdin.on("error", ignore)
        stdin.end(payload)
      },
      close: () => {
        for (const stream of streams) stream.destroy()
      }
    }
  }
}
