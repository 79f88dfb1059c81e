import childProcess from "node:child_process"
import net from "node:net"
import type { ProcessOutcome } from "@pawl/core"
import { leaveStderrAlone } from "../leaveStderrAlone.ts"
import { after, afterAndTurn } from "../realTime.ts"
import { type BrokerBegin, type BrokerRun, brokerSaid, frameOf, type ToBroker } from "./BrokerMessage.ts"
import { type BrokerProgram, brokerArguments } from "./BrokerProgram.ts"
import { type Frame, makeFrameReader } from "./Frame.ts"
import { writeFrame } from "./writeFrame.ts"

/** What a run hears of its hook. After `done` or `lost` nothing more. */
interface RunListener {
  readonly started: (pid: number, start: number | undefined) => void
  readonly done: (outcome: ProcessOutcome) => void
  /** The broker has died, and the hook may go on without it. */
  readonly lost: (why: string) => void
}

/** What somebody hears who has called a run off: one of them, once. */
interface CancelListener {
  readonly gone: (left: ReadonlyArray<number>) => void
  readonly lost: (why: string) => void
}

/** A run that was handed over. */
export interface HandedOver {
  /** Has the hook ended; `done` and `lost` of the run are not called any more. */
  readonly cancel: (listener: CancelListener) => void
  readonly forget: () => void
}

/** One process that starts hooks for this one. No method throws. */
export interface Broker {
  readonly isReady: () => boolean
  /** From here on the hook may have been started, whatever becomes of the broker. */
  readonly send: (run: BrokerRun, stdin: Uint8Array, listener: RunListener) => HandedOver
  /** It should have said something. If it does not answer now, it is ended, and its runs are lost. Rule: RUN-56 */
  readonly ask: () => void
  readonly kill: () => void
  /** Lets it end by itself, and calls back when it has. */
  readonly end: (then: () => void) => void
}

/** What is told of the process. Times are in milliseconds. */
export interface BrokerWatch {
  readonly begin: BrokerBegin
  /** So long it may keep silent when it was asked. */
  readonly silenceMs: number
  /** So long its start may take. */
  readonly startUpMs: number
  readonly ready: () => void
  /** Once, and never before `startBroker` has returned. */
  readonly died: (why: string, wasReady: boolean) => void
}

/** A run that the broker has, or that has been lost or done while nobody had heard of it yet. */
interface Entry {
  listener: RunListener
  cancelled: CancelListener | undefined
  over: { readonly _tag: "Done" } | { readonly _tag: "Lost"; readonly why: string } | undefined
}

/** What it has said is read before its end counts; a pipe that is still held by somebody is not waited for longer. */
const drainMs = 1_000

const sayEnd = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `has ended with ${code}` : `was ended by ${signal}`

/**
 * Starts a broker. It leads a session of its own, has no variables and no terminal, and does not keep this process alive
 * unless it has a hook to run. Fails as a start of a process does. Rule: RUN-50
 */
export const startBroker = (program: BrokerProgram, watch: BrokerWatch): Broker => {
  const entries = new Map<number, Entry>()
  let nextId = 1
  let state: "starting" | "ready" | "dead" = "starting"
  let whenDead = () => {}
  let callOffSilence: (() => void) | undefined

  const child = childProcess.spawn(program.node, brokerArguments(program), {
    cwd: "/",
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
    windowsHide: true
  })
  const streams = [child.stdin, child.stdout]
  for (const stream of streams) {
    leaveStderrAlone(stream)
    stream.on("error", () => {})
  }
  const hold = (isHeld: boolean) => {
    for (const each of [child, ...streams.filter((stream) => stream instanceof net.Socket)]) {
      if (isHeld) each.ref()
      else each.unref()
    }
  }
  const say = (id: number, message: ToBroker, bytes?: Uint8Array) => {
    if (child.stdin.writable) writeFrame(child.stdin, frameOf(id, message, bytes))
  }
  const forget = (id: number) => {
    if (entries.delete(id) && entries.size === 0) hold(false)
  }
  const heard = () => {
    callOffSilence?.()
    callOffSilence = undefined
  }
  const kill = () => {
    child.kill("SIGKILL")
  }

  const die = (why: string) => {
    if (state === "dead") return
    const wasReady = state === "ready"
    state = "dead"
    heard()
    callOffStart()
    callOffDrain()
    child.unref()
    for (const stream of streams) stream.destroy()
    const lost = [...entries.values()]
    entries.clear()
    // Its hooks first: another broker is the start of a process, which may take long here.
    for (const entry of lost) {
      entry.over = { _tag: "Lost", why }
      const listener = entry.cancelled ?? entry.listener
      listener.lost(why)
    }
    watch.died(why, wasReady)
    whenDead()
  }
  let callOffDrain = () => {}
  const callOffStart = afterAndTurn(watch.startUpMs, kill)

  const take = (frame: Frame) => {
    const message = brokerSaid(frame)
    const entry = entries.get(frame.id)
    heard()
    switch (message?._tag) {
      case undefined:
        return kill()
      case "Ready":
        state = state === "starting" ? "ready" : state
        callOffStart()
        return watch.ready()
      case "Here":
        return
      case "Started":
        return entry?.listener.started(message.pid, message.start)
      case "Done": {
        // Whoever has called it off waits for the word that nothing is left.
        if (entry === undefined || entry.cancelled !== undefined) return
        const { _tag, ...outcome } = message
        entry.over = { _tag: "Done" }
        forget(frame.id)
        return entry.listener.done({ ...outcome, stdout: frame.bytes })
      }
      case "Gone":
        if (entry === undefined) return
        entry.over = { _tag: "Done" }
        forget(frame.id)
        return entry.cancelled?.gone(message.left)
    }
  }
  const reader = makeFrameReader(take)
  child.stdout.on("data", (chunk: Buffer) => {
    if (!reader.push(chunk)) kill()
  })
  // It has nothing more to say, or closed its mouth: either way it is of no use any more.
  child.stdout.once("end", kill)
  child.once("error", (error) => die(`could not be started: ${error.message}`))
  child.once("exit", (code, signal) => {
    const why = sayEnd(code, signal)
    callOffDrain = after(drainMs, () => die(why))
    child.once("close", () => die(why))
  })
  hold(false)
  say(0, watch.begin)

  return {
    isReady: () => state === "ready" && child.exitCode === null && child.signalCode === null,
    send: (run, stdin, listener) => {
      const id = nextId++
      const entry: Entry = { listener, cancelled: undefined, over: undefined }
      entries.set(id, entry)
      hold(true)
      say(id, run, stdin)
      return {
        cancel: (cancelled) => {
          entry.cancelled = cancelled
          if (entry.over?._tag === "Done") return cancelled.gone([])
          if (entry.over?._tag === "Lost") return cancelled.lost(entry.over.why)
          say(id, { _tag: "Cancel" })
        },
        forget: () => forget(id)
      }
    },
    ask: () => {
      if (state === "dead" || callOffSilence !== undefined) return
      say(0, { _tag: "Ask" })
      callOffSilence = afterAndTurn(watch.silenceMs, kill)
    },
    kill,
    end: (then) => {
      if (state === "dead") return then()
      hold(true)
      const callOff = after(watch.silenceMs, kill)
      whenDead = () => {
        callOff()
        then()
      }
      child.stdin.end()
    }
  }
}
