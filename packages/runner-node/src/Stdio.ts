import type { ChildProcess, StdioOptions } from "node:child_process"
import fs from "node:fs"
import type { Writable } from "node:stream"
import { fifoOutputs } from "./FifoOutputs.ts"
import type { FifoPool } from "./FifoPool.ts"
import type { OutputCapture } from "./OutputCapture.ts"
import type { Outputs } from "./Outputs.ts"
import type { RunnerConfig } from "./RunnerConfig.ts"
import { socketOutputs } from "./SocketOutputs.ts"
import { unnamedFile } from "./unnamedFile.ts"

/** The three streams of one hook. */
export interface HookStdio {
  /** Calls back when the hook can be started, at once as a rule; never after `close`. */
  readonly whenReady: (then: () => void) => void
  /** Asked for once, in the turn of the start. Fails like any opening of a file. */
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

const feed = (stdin: Writable, payload: Uint8Array) => {
  // A hook that ends or closes its stdin before it has read everything is no fault of anybody.
  stdin.on("error", () => {})
  stdin.end(payload)
}

/** Where a payload may lie for a hook to read it; nothing when it has to be written while the hook runs. */
type PayloadFile = (payload: Uint8Array) => number | undefined

/** Rule: RUN-25 */
const payloadFiles: Readonly<Record<RunnerConfig["stdin"], PayloadFile>> = {
  file: unnamedFile,
  socket: () => undefined
}

/**
 * The way that a configuration asks for; without a pool of FIFOs the outputs are sockets. `noFile` is called when a payload was
 * to lie in a file and the hook has been started without. Rule: RUN-25, RUN-29
 */
export const stdioWay = (stdin: RunnerConfig["stdin"], pool: FifoPool | undefined, noFile: () => void): StdioWay => ({
  open: (payload, stdout, stderr) => {
    const outputs: Outputs = pool === undefined ? socketOutputs(stdout, stderr) : fifoOutputs(pool, stdout, stderr)
    let file: number | undefined
    let writing: Writable | undefined
    const closeFile = () => {
      if (file !== undefined) fs.closeSync(file)
      file = undefined
    }
    return {
      whenReady: outputs.whenReady,
      options: () => {
        file = payloadFiles[stdin](payload)
        return [file ?? "pipe", ...outputs.options()]
      },
      connect: (child, drained) => {
        closeFile()
        outputs.connect(child, drained)
        if (child.stdin === null) return
        if (stdin === "file") noFile()
        writing = child.stdin
        feed(child.stdin, payload)
      },
      close: () => {
        closeFile()
        outputs.close()
        writing?.destroy()
      }
    }
  }
})
