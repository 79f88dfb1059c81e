import * as fs from "node:fs"
import * as Effect from "effect/Effect"

/** Whether a process is there and has not ended, with all of its threads. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    const [state = "", ...fields] =
      fs
        .readFileSync(`/proc/${pid}/stat`, "utf8")
        .split(/^\d+ \(.*\) /s)[1]
        ?.split(" ") ?? []
    return !"ZX".includes(state) || Number(fields[16]) > 1
  } catch {
    return false
  }
}

const variablesOf = (thread: string): string => {
  try {
    return fs.readFileSync(`${thread}/environ`, "latin1")
  } catch {
    return ""
  }
}

const threadsOf = (pid: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** Every process whose variables hold a text, such as the marker of a hook's run. Only Linux shows them. */
export const carriersOf = (text: string): ReadonlyArray<number> =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    // A main thread that has ended shows nothing any more.
    .filter((name) => threadsOf(name).some((thread) => variablesOf(thread).includes(text)))
    .map(Number)
    .filter(isAlive)

/** Waits until something holds; the test's own time limit is the bound. */
export const until = (holds: () => boolean, everyMs = 20): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep(everyMs), until(holds, everyMs))))
