import * as fs from "node:fs"
import * as Effect from "effect/Effect"

/** How soon, and then how often, is looked whether there is room again, in milliseconds: most readers are quick, some are away. */
const [shortestMs, longestMs] = [1, 50]

/** How long {@link Writer.now} waits for room before it gives the rest of a text up, in milliseconds. */
const patienceMs = 1_000

/** What has become of a text: all of it is written, nobody is there to read it, or the system's name for why not. */
export type Written = "all" | "no reader" | { readonly errno: string }

/** A stream of this process that texts are written to, whole. None of this fails. */
export interface Writer {
  /** Waits for room as long as it takes, and can be interrupted meanwhile. */
  readonly write: (text: string) => Effect.Effect<Written>
  /** Goes on at once, or gives the rest up: for a process that is about to end because of a mistake of its own. */
  readonly now: (text: string) => void
}

type Attempt = { readonly bytes: number } | "full" | Exclude<Written, "all">

const whyNot = (error: unknown): Exclude<Attempt, { readonly bytes: number }> => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN"
  if (code === "EPIPE") return "no reader"
  return code === "EAGAIN" ? "full" : { errno: code }
}

const attempt = (fd: number, bytes: Uint8Array, from: number): Attempt => {
  try {
    return { bytes: fs.writeSync(fd, bytes, from) }
  } catch (error) {
    return whyNot(error)
  }
}

/** As {@link attempt}, in another thread, which may have to wait for room. */
const attemptElsewhere = (fd: number, bytes: Uint8Array, from: number): Effect.Effect<Attempt> =>
  Effect.callback((resume) => {
    fs.write(fd, bytes, from, bytes.length - from, null, (error, written) =>
      resume(Effect.succeed(error === null ? { bytes: written } : whyNot(error)))
    )
  })

/** A descriptor, and whether a write to it may hold up the thread that does it. */
interface Opened {
  readonly fd: number
  readonly mayBlock: boolean
}

/** Devices that take everything at once. */
const alwaysReady: ReadonlySet<string> = new Set(["/dev/null", "/dev/full"])
/** Not the other side of one (`/dev/ptmx`): whoever opens that anew gets another terminal. */
const terminal = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/

/**
 * A pipe or a terminal, opened anew so that a write to it never waits: this process could hear no signal meanwhile. A
 * flag on the descriptor itself would hold for everybody who has inherited it. A socket cannot be opened anew.
 */
const openAnew = (fd: number): Opened => {
  const { O_NOCTTY, O_NONBLOCK, O_WRONLY } = fs.constants
  try {
    const info = fs.fstatSync(fd)
    if (info.isFile()) return { fd, mayBlock: false }
    const name = `/proc/self/fd/${fd}`
    const device = info.isCharacterDevice() ? fs.readlinkSync(name) : undefined
    if (device !== undefined && alwaysReady.has(device)) return { fd, mayBlock: false }
    if (!info.isFIFO() && !(device !== undefined && terminal.test(device))) return { fd, mayBlock: true }
    return { fd: fs.openSync(name, O_WRONLY | O_NONBLOCK | O_NOCTTY), mayBlock: false }
  } catch {
    return { fd, mayBlock: true }
  }
}

/**
 * Writes to a descriptor. process.stdout and the console cost a tenth of a short run and lose what is not written yet when the
 * process ends. Rule: CLI-4
 */
export const writerTo = (fd: number): Writer => {
  let opened: Opened | undefined
  let isBlocked = false
  const open = (): Opened => {
    opened ??= openAnew(fd)
    return opened
  }
  const elsewhere = (to: number, bytes: Uint8Array, from: number): Effect.Effect<Attempt> =>
    Effect.suspend(() => {
      isBlocked = true
      return Effect.tap(attemptElsewhere(to, bytes, from), () =>
        Effect.sync(() => {
          isBlocked = false
        })
      )
    })
  const writeFrom = (bytes: Uint8Array, from: number, pauseMs = shortestMs): Effect.Effect<Written> =>
    Effect.suspend(() => {
      const { fd: to, mayBlock } = open()
      const tried = mayBlock ? elsewhere(to, bytes, from) : Effect.succeed(attempt(to, bytes, from))
      return Effect.flatMap(tried, (result) => {
        if (result === "full") {
          return Effect.andThen(Effect.sleep(pauseMs), writeFrom(bytes, from, Math.min(pauseMs * 2, longestMs)))
        }
        if (result === "no reader" || "errno" in result) return Effect.succeed(result)
        const next = from + result.bytes
        return next < bytes.length ? writeFrom(bytes, next) : Effect.succeed("all")
      })
    })
  return {
    write: (text) => (text === "" ? Effect.succeed("all") : writeFrom(Buffer.from(text), 0)),
    now: (text) => {
      // Another thread still waits for room, and here this one would.
      if (isBlocked) return
      const bytes = Buffer.from(text)
      let from = 0
      for (let waited = 0; from < bytes.length && waited < patienceMs; ) {
        const result = attempt(open().fd, bytes, from)
        if (result === "full") {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, shortestMs)
          waited += shortestMs
        } else if (result === "no reader" || "errno" in result) return
        else from += result.bytes
      }
    }
  }
}
