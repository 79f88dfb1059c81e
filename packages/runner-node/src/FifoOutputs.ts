import fs from "node:fs"
import net from "node:net"
import type { Fifo, FifoPool, TakenFifos } from "./FifoPool.ts"
import { floodPauseMs, makeFloodGate } from "./FloodGate.ts"
import { leaveStderrAlone } from "./leaveStderrAlone.ts"
import type { OutputCapture } from "./OutputCapture.ts"
import { afterAll, type Outputs } from "./Outputs.ts"
import { after } from "./realTime.ts"
import { socketOutputs } from "./SocketOutputs.ts"

// All reads of this process go through it, one after the other; what is kept is copied. A flood then costs no memory.
const readBuffer = Buffer.allocUnsafeSlow(65_536)

/** A FIFO whose ends are open: the reader for us, the writer for the hook. */
interface Open {
  readonly fifo: Fifo
  readonly reader: number
  readonly writer: number
  readonly capture: OutputCapture
}

/**
 * Reads to the end, which comes when nobody holds the writer any more. Then the FIFO goes back; a reader that is
 * destroyed before has one that a background child may still write to. Rule: RUN-14, RUN-29
 */
const read = ({ fifo, reader, capture }: Open, closed: () => void): net.Socket => {
  const isPauseDue = makeFloodGate()
  let hasEnded = false
  const socket = new net.Socket({
    fd: reader,
    readable: true,
    writable: false,
    onread: {
      buffer: readBuffer,
      callback: (bytes, buffer) => {
        capture.push(buffer.subarray(0, bytes))
        if (!isPauseDue(bytes)) return true
        after(floodPauseMs, () => socket.resume())
        return false
      }
    }
  })
  leaveStderrAlone(socket)
  socket.on("error", () => {})
  socket.once("end", () => {
    hasEnded = true
  })
  socket.once("close", () => {
    closed()
    if (hasEnded) fifo.giveBack()
    else fifo.discard()
  })
  return socket
}

/**
 * FIFOs, which a hook can open by name; sockets where this system makes none. Rule: RUN-29
 */
export const fifoOutputs = (pool: FifoPool, stdout: OutputCapture, stderr: OutputCapture): Outputs => {
  const sockets = socketOutputs(stdout, stderr)
  let callOff = () => {}
  let taken: TakenFifos = { _tag: "None" }
  let opened: ReadonlyArray<Open> = []
  let reading: ReadonlyArray<net.Socket> = []

  const openAll = (fifos: ReadonlyArray<Fifo>): ReadonlyArray<Open> => {
    const captures = [stdout, stderr]
    const done: Array<Open> = []
    try {
      for (const fifo of fifos) {
        const capture = captures[done.length]
        if (capture !== undefined) done.push({ fifo, capture, ...fifo.open() })
      }
      return done
    } catch (error) {
      for (const { reader, writer } of done) {
        fs.closeSync(reader)
        fs.closeSync(writer)
      }
      throw error
    }
  }
  const closeWriters = () => {
    for (const { writer } of opened) fs.closeSync(writer)
  }

  const forget = () => {
    taken = { _tag: "None" }
    opened = []
  }

  return {
    whenReady: (then) => {
      callOff = pool.take(2, (result) => {
        taken = result
        then()
      })
    },
    options: () => {
      if (taken._tag === "Refused") throw taken.error
      if (taken._tag === "Taken") opened = openAll(taken.fifos)
      const [out, err] = opened
      return out === undefined || err === undefined ? sockets.options() : [out.writer, err.writer]
    },
    connect: (child, drained) => {
      if (opened.length === 0) return sockets.connect(child, drained)
      closeWriters()
      const closed = afterAll(opened.length, drained)
      reading = opened.map((each) => read(each, closed))
      forget()
    },
    close: () => {
      callOff()
      sockets.close()
      for (const socket of reading) socket.destroy()
      // Nothing was started: nobody else has ever had them.
      closeWriters()
      for (const { reader } of opened) fs.closeSync(reader)
      if (taken._tag === "Taken") for (const fifo of taken.fifos) fifo.giveBack()
      forget()
    }
  }
}
