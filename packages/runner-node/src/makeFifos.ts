import childProcess from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import process from "node:process"
import { type Watchman, watchmanAt, watchScript } from "./HostWatch.ts"
import { leaveStderrAlone } from "./leaveStderrAlone.ts"
import { after } from "./realTime.ts"

// Node has no name for it. An opening of this kind is neither a reader nor a writer, so it changes nothing for the others.
const pathOnly = 0o10000000

/** A helper that needs longer has been stopped, and another one is tried. */
const patienceMs = 10_000

/** What makes FIFOs, because Node cannot. */
export const fifoProgram = "mkfifo"

/** Where it is looked for: behind the system's own folders. */
export const fifoProgramPath = (searchPath: string): string => `/usr/bin:/bin:${searchPath}`

// The helper takes the names away again when nobody says that they were opened: its input ends with this process,
// whatever this process dies of. The end of its output says that they are there; a word could not be written to the dead.
// Once they were, it watches its host. Where this process runs below a hook itself, TERM for all that the hook has started is meant
// for this process, and the helper goes with it.
const script = `trap '' TERM; ${fifoProgram} -m 600 "$@" || { s=$?; rm -f "$@"; exit $s; }; exec >&-; read -r opened || { rm -f "$@"; exit 0; }
${watchScript}`

/** A file system in memory where there is one: the names live for a moment only. */
const folder = (): string => {
  try {
    fs.accessSync("/dev/shm", fs.constants.W_OK | fs.constants.X_OK)
    return "/dev/shm"
  } catch {
    return os.tmpdir()
  }
}

/** What has come of it: an opening of each and whoever made them, or why there is none. */
export type MadeFifos =
  | { readonly _tag: "Made"; readonly anchors: ReadonlyArray<number>; readonly maker: Watchman }
  /** This system makes none. */
  | { readonly _tag: "None" }
  /** There are none now, because no file can be opened or no process started; that may pass. */
  | { readonly _tag: "Refused"; readonly error: unknown }
  /** Somebody has killed or stopped whoever was making them, or has removed them. */
  | { readonly _tag: "Lost" }

const passing: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

const whyNone = (error: unknown): Exclude<MadeFifos, { _tag: "Made" }> =>
  passing.has(codeOf(error)) ? { _tag: "Refused", error } : { _tag: "None" }

type Opened =
  | { readonly _tag: "Opened"; readonly anchors: ReadonlyArray<number> }
  | { readonly _tag: "Missing" }
  | Exclude<MadeFifos, { _tag: "Made" }>

/** Opens each and takes its name away; none when one is missing. */
const openAll = (names: ReadonlyArray<string>): Opened => {
  const opened: Array<number> = []
  const give = (instead: Opened): Opened => {
    for (const anchor of opened) fs.closeSync(anchor)
    return instead
  }
  try {
    for (const name of names) {
      opened.push(fs.openSync(name, pathOnly))
      fs.unlinkSync(name)
    }
  } catch (error) {
    return give(codeOf(error) === "ENOENT" ? { _tag: "Missing" } : whyNone(error))
  }
  try {
    // Whether they can be opened again is known only by doing it.
    for (const anchor of opened.slice(0, 1)) {
      fs.closeSync(fs.openSync(`/proc/self/fd/${anchor}`, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK))
    }
    return { _tag: "Opened", anchors: opened }
  } catch (error) {
    return give(whyNone(error))
  }
}

const removeAll = (names: ReadonlyArray<string>) => {
  for (const name of names) fs.rmSync(name, { force: true })
}

/** FIFOs that are being made. */
export interface FifoBatch {
  /** Opens them if they are there by now; nothing has to be waited for then. */
  readonly tryNow: () => void
  readonly stop: () => void
}

/**
 * Starts a helper that makes FIFOs, because Node cannot. `done` gets an opening of each, which stands for the FIFO until
 * it is closed and has no name any more, or why there is none; once, and never before this returns. No name is left
 * behind: not by a failure, and not when this process is killed. Rule: RUN-30, RUN-62
 *
 * @param searchPath Where `mkfifo` is looked for behind the system's own folders.
 */
export const makeFifos = (count: number, searchPath: string, done: (made: MadeFifos) => void): FifoBatch => {
  const mark = `pawl-${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`
  const place = `${folder()}/${mark}`
  const names = Array.from({ length: count }, (_, index) => `${place}-${index}`)
  let isOver = false
  try {
    const helper = childProcess.spawn("/bin/sh", ["-c", script, "sh", ...names], {
      cwd: "/",
      env: { PATH: fifoProgramPath(searchPath) },
      stdio: ["pipe", "pipe", "ignore"],
      // What is typed at the terminal must not end it before it has cleaned up.
      detached: true
    })
    for (const stream of [helper.stdin, helper.stdout]) {
      leaveStderrAlone(stream)
      stream.on("error", () => {})
    }
    const settle = () => {
      isOver = true
      callOff()
      helper.stdout.destroy()
    }
    const leave = () => {
      settle()
      helper.stdin.end()
    }
    // A helper that says by its own code that it could not make them is believed; anything else may be different the next time.
    const missing = () => {
      settle()
      const decide = () => {
        removeAll(names)
        const { exitCode } = helper
        done({ _tag: exitCode !== null && exitCode > 0 && exitCode < 128 ? "None" : "Lost" })
      }
      if (helper.exitCode !== null || helper.signalCode !== null) return decide()
      helper.once("exit", decide)
      helper.kill("SIGKILL")
    }
    const finish = () => {
      if (isOver) return
      const opened = openAll(names)
      if (opened._tag === "Missing") return missing()
      if (opened._tag !== "Opened") {
        leave()
        return done(opened)
      }
      settle()
      helper.stdin.write("\n")
      done({ _tag: "Made", anchors: opened.anchors, maker: watchmanAt(helper) })
    }
    const callOff = after(patienceMs, finish)
    helper.once("error", (error) => {
      if (isOver) return
      leave()
      done(whyNone(error))
    })
    helper.stdout.once("end", finish).resume()
    return {
      tryNow: () => {
        const [last = ""] = names.slice(-1)
        // They are made in the order of their names.
        if (!isOver && fs.existsSync(last)) finish()
      },
      stop: () => {
        if (!isOver) leave()
      }
    }
  } catch (error) {
    const refused = setImmediate(() => done(whyNone(error)))
    return { tryNow: () => {}, stop: () => clearImmediate(refused) }
  }
}
