import * as fs from "node:fs"
import * as Effect from "effect/Effect"

/** Whether a process is there and has not ended. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

/** Every process whose variables hold a text, such as the marker of a hook's run. Only Linux shows them. */
export const carriersOf = (text: string): ReadonlyArray<number> =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return fs.readFileSync(`/proc/${name}/environ`, "latin1").includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
    .filter(isAlive)

/** Waits until something holds; the test's own time limit is the bound. */
export const until = (holds: () => boolean, everyMs = 20): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep(everyMs), until(holds, everyMs))))
