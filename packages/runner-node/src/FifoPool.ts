import fs from "node:fs"
import { type HostWatch, makeWatch } from "./HostWatch.ts"
import type { FifoBatch, MadeFifos } from "./makeFifos.ts"
import { after } from "./realTime.ts"

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants

/** One FIFO without a name, in the hands of one run. */
export interface Fifo {
  /** Both ends, for reading and for writing. Fails like any opening of a file. */
  readonly open: () => { readonly reader: number; readonly writer: number }
  /** Everything was read and our ends are closed: somebody else may have it. */
  readonly giveBack: () => void
  /** Somebody may still write to it: nobody else gets it. */
  readonly discard: () => void
}

/** So many as were asked for, or why there are none. */
export type TakenFifos =
  | { readonly _tag: "Taken"; readonly fifos: ReadonlyArray<Fifo> }
  | Extract<MadeFifos, { readonly _tag: "None" | "Refused" }>

/** FIFOs for the outputs of hooks, made in advance, a few dozen at once. Rule: RUN-29, RUN-30 */
export interface FifoPool {
  /** Calls back with so many, at once where they are there. Gives the way to call it off. */
  readonly take: (count: number, then: (taken: TakenFifos) => void) => () => void
  /** Whoever has made them watches this process. */
  readonly watch: HostWatch
  readonly close: () => void
}

interface Waiting {
  readonly count: number
  readonly give: (taken: TakenFifos) => void
}

/** One hook's. Fewer than that, and more are made before anybody has to wait for them. */
const few = 2
const mostAtOnce = 48
/** In this time the answer of the hook that has given them back has gone its way. */
const answerMs = 2
/** Whoever kills each helper must not keep this process busy: so much lies between two. */
const againMs = 50
/** After so many failures in a row it is not tried any more. */
const mostFailures = 3

const openAgain = (anchor: number, flags: number): number => fs.openSync(`/proc/self/fd/${anchor}`, flags)

/**
 * Whether nobody has it open for reading: a process that a hook has left behind could take the next hook's answer. The
 * system refuses an opening for writing when there is no reader.
 */
const isUnread = (anchor: number): boolean => {
  try {
    fs.closeSync(openAgain(anchor, O_WRONLY | O_NONBLOCK))
    return false
  } catch {
    return true
  }
}

/** Starts to make so many; calls back once, and never before it has returned. */
type MakeFifos = (count: number, done: (made: MadeFifos) => void) => FifoBatch

/**
 * A pool for `places` hooks at once. The first ones are made right away; whoever comes before they are there waits for
 * them, a few milliseconds, because which kind of output a hook has must not depend on who was faster. `tell` is called
 * when this system makes none. Rule: RUN-29, RUN-30
 */
export const makeFifoPool = (places: number, makeFifos: MakeFifos, tell: () => void): FifoPool => {
  // One hook's more: they go back a moment after the answer, when the next hook may be there already.
  const enough = Math.min(few * (places + 1), mostAtOnce)
  const free: Array<number> = []
  const queue: Array<Waiting> = []
  const returned: Array<number> = []
  let used = 0
  let failures = 0
  let isClosed = false
  let batch: FifoBatch | undefined
  const watch = makeWatch(() => serve())

  const takeBack = () => {
    for (const anchor of returned.splice(0)) settle(anchor, true)
  }
  const settle = (anchor: number, isClean: boolean) => {
    used--
    if (isClean && !isClosed && free.length < enough && isUnread(anchor)) free.push(anchor)
    else fs.closeSync(anchor)
    serve()
  }
  const fifoOf = (anchor: number): Fifo => ({
    open: () => {
      // A writer that comes before the reader would have to wait for it.
      const reader = openAgain(anchor, O_RDONLY | O_NONBLOCK)
      try {
        return { reader, writer: openAgain(anchor, O_WRONLY) }
      } catch (error) {
        fs.closeSync(reader)
        throw error
      }
    },
    giveBack: () => {
      returned.push(anchor)
      // Asking the system takes a while, and the answer of the hook is on its way.
      if (returned.length === 1) after(answerMs, takeBack)
    },
    discard: () => settle(anchor, false)
  })
  const made = (result: MadeFifos) => {
    batch = undefined
    if (result._tag === "Made") {
      failures = 0
      watch.take(result.maker)
      free.push(...result.anchors)
      serve()
      // Others have come back in the meantime.
      for (const anchor of free.splice(enough)) fs.closeSync(anchor)
      return
    }
    if (result._tag === "Lost") {
      // What a hook can do with its outputs must not depend on who was killed: it waits on, and that counts towards its time-out.
      if (queue.length > 0) after(againMs, serve)
      return watch.foundNobody()
    }
    if (result._tag === "None") failures++
    if (failures === 1) tell()
    for (const { give } of queue.splice(0)) give(result)
    watch.foundNobody()
  }
  const make = () => {
    if (!isClosed && batch === undefined && failures < mostFailures) batch = makeFifos(enough, made)
  }
  const serve = () => {
    for (let next = queue[0]; next !== undefined && next.count <= free.length; next = queue[0]) {
      queue.shift()
      used += next.count
      next.give({ _tag: "Taken", fifos: free.splice(-next.count).map(fifoOf) })
    }
    if (queue.length > 0 || watch.isVacant() || (free.length < few && free.length + used < enough)) make()
  }
  make()

  return {
    watch,
    take: (count, then) => {
      if (failures >= mostFailures) {
        then({ _tag: "None" })
        return () => {}
      }
      const waiting: Waiting = { count, give: then }
      queue.push(waiting)
      if (free.length < count) takeBack()
      serve()
      batch?.tryNow()
      return () => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
      }
    },
    close: () => {
      isClosed = true
      takeBack()
      batch?.stop()
      batch = undefined
      watch.close()
      for (const anchor of free.splice(0)) fs.closeSync(anchor)
    }
  }
}
