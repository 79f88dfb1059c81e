import type { ChildProcess, StdioOptions } from "node:child_process"
import fs from "node:fs"
import type { Readable, Writable } from "node:stream"
import type { OutputCapture } from "./OutputCapture.ts"
import { after } from "./realTime.ts"
import { unnamedFile } from "./unnamedFile.ts"

/** The three streams of one hook. */
export interface HookStdio {
  /** Asked for once, in the turn of the start. */
  readonly options: () => StdioOptions
  /** Listeners on the outputs first, then the payload; `drained` is called once both outputs have ended. */
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

const feed = (stdin: Writable, payload: Uint8Array) => {
  // A hook that ends or closes its stdin before it has read everything is no fault of anybody.
  stdin.on("error", ignore)
  stdin.end(payload)
}

/** Where a payload may lie for a hook to read it; nothing when it has to be written while the hook runs. */
type PayloadFile = (payload: Uint8Array) => number | undefined

const stdioWay = (payloadFile: PayloadFile): StdioWay => ({
  open: (payload, stdout, stderr) => {
    let file: number | undefined
    let streams: ReadonlyArray<Readable | Writable> = []
    const closeFile = () => {
      if (file !== undefined) fs.closeSync(file)
      file = undefined
    }
    return {
      options: () => {
        file = payloadFile(payload)
        return [file ?? "pipe", "pipe", "pipe"]
      },
      connect: (child, drained) => {
        closeFile()
        const outputs = [
          [child.stdout, stdout],
          [child.stderr, stderr]
        ] as const
        let open = outputs.length
        for (const [stream, capture] of outputs) {
          stream?.once("close", () => {
            open--
            if (open === 0) drained()
          })
          if (stream !== null) drain(stream, capture)
        }
        if (child.stdin !== null) feed(child.stdin, payload)
        streams = [child.stdin, child.stdout, child.stderr].filter((stream) => stream !== null)
      },
      close: () => {
        closeFile()
        for (const stream of streams) stream.destroy()
      }
    }
  }
})

/**
 * What Node calls pipes: on POSIX they are sockets. Good everywhere, but on Linux a hook cannot open them by name
 * (`cat /dev/stdin`, `> /dev/stderr`). Rule: RUN-4
 */
const socketStdio: StdioWay = stdioWay(() => undefined)

/**
 * The payload in a file without a name: it can be opened by name, and nobody has to write while the hook runs. Where that
 * cannot be had, sockets. The outputs are sockets still. Rule: RUN-25
 */
const fileStdio: StdioWay = stdioWay(unnamedFile)

/** The way that a configuration asks for. Rule: RUN-25 */
export const stdioWays: Readonly<Record<"file" | "socket", StdioWay>> = { file: fileStdio, socket: socketStdio }
