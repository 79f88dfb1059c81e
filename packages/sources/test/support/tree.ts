import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import net from "node:net"
import os from "node:os"
import path from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export const isRoot = process.geteuid?.() === 0
/** Somebody who is neither root nor whoever runs the tests. */
export const stranger = 54_321

/** A real, empty folder that is gone when the test is over; its path has no links in it. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-sources-")))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

/** Writes a file and the folders above it; gives its path. */
export const write = (contents: string | Uint8Array, ...parts: ReadonlyArray<string>): string => {
  const file = path.join(...parts)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, contents)
  fs.chmodSync(file, 0o644)
  return file
}

export const folder = (...parts: ReadonlyArray<string>): string => {
  const made = path.join(...parts)
  fs.mkdirSync(made, { recursive: true })
  return made
}

/** Makes what git takes for a repository in a folder, without git; gives the folder. */
export const repositoryIn = (...parts: ReadonlyArray<string>): string => {
  write("ref: refs/heads/main\n", ...parts, ".git", "HEAD")
  folder(...parts, ".git", "objects")
  folder(...parts, ".git", "refs")
  return path.join(...parts)
}

/** A symbolic link at a path, whose folder is made if need be. */
export const link = (target: string, ...parts: ReadonlyArray<string>): string => {
  const at = path.join(...parts)
  fs.mkdirSync(path.dirname(at), { recursive: true })
  fs.symlinkSync(target, at)
  return at
}

export const fifo = (...parts: ReadonlyArray<string>): string => {
  const at = path.join(...parts)
  fs.mkdirSync(path.dirname(at), { recursive: true })
  const made = spawnSync("/bin/sh", ["-c", 'mkfifo "$1"', "sh", at], { encoding: "utf8" })
  if (made.status !== 0) throw new Error(`mkfifo: ${made.stderr}`)
  return at
}

/**
 * Dies when an effect waits until somebody writes into a FIFO. Somebody does after a while: a synchronous call that waits
 * could not be ended otherwise, and the test would hang instead of failing.
 */
export const withoutWaiting = <A, E, R>(at: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() =>
      spawn("/bin/sh", ["-c", 'sleep 20; exec 3<>"$1"', "sh", at], { detached: true, stdio: "ignore" })
    ),
    () =>
      Effect.timed(effect).pipe(
        Effect.flatMap(([took, result]) =>
          Duration.toMillis(took) < 15_000
            ? Effect.succeed(result)
            : Effect.die(new Error(`waited for ${Duration.toMillis(took)} ms`))
        )
      ),
    ({ pid }) => Effect.sync(() => pid !== undefined && process.kill(-pid, "SIGKILL"))
  )

/** A socket that somebody listens on until the test is over. */
export const socket = (at: string) =>
  Effect.acquireRelease(
    Effect.callback<net.Server>((resume) => {
      const server = net.createServer()
      server.listen(at, () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
      })
  )

/** Runs as somebody with no rights of their own, which only root can become; others are that already. */
export const withoutRights = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  isRoot
    ? Effect.acquireUseRelease(
        Effect.sync(() => process.seteuid?.(stranger)),
        () => effect,
        () => Effect.sync(() => process.seteuid?.(0))
      )
    : effect
