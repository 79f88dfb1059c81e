import * as fs from "node:fs"
import * as tty from "node:tty"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { CannotFire } from "./CannotFire.ts"

/** The most bytes that a payload may have: enough for one that holds a file, and read in seconds whatever it is. Rule: CLI-46 */
export const longestPayload = 4 * 1_024 * 1_024

const unusable = (why: string) => Effect.fail(new CannotFire({ why }))

const tooLarge = (name: string): string =>
  `${name} is larger than ${longestPayload} bytes, the most that a payload may have`

const throughPipe = "pipe it into pawl and write --payload -"

const oddKinds: { readonly [K in Exclude<FileSystem.File.Type, "File">]: string } = {
  Directory: "is a directory, not a file",
  FIFO: `is a FIFO; ${throughPipe}`,
  Socket: "is a socket, not a file",
  BlockDevice: "is a device, not a file",
  CharacterDevice: `is a device, not a file; ${throughPipe}`,
  SymbolicLink: "is a symbolic link that leads nowhere",
  Unknown: "is not a regular file"
}

const whyNot = (name: string, { reason }: PlatformError): string => {
  if (reason._tag === "NotFound") return `there is no file ${name}`
  return reason._tag === "PermissionDenied" ? `${name} may not be read` : `${name} could not be read`
}

/** Nothing but a regular file is opened: no FIFO may hold the call, and no device is read. */
const readFile = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const failed = Effect.mapError((error: PlatformError) => new CannotFire({ why: whyNot(name, error) }))
  const check = ({ size, type }: FileSystem.File.Info) => {
    if (type !== "File") return unusable(`${name} ${oddKinds[type]}`)
    return size > BigInt(longestPayload) ? unusable(tooLarge(name)) : Effect.void
  }
  yield* Effect.flatMap(failed(files.stat(name)), check)
  const file = yield* failed(files.open(name, { flag: "r" }))
  yield* Effect.flatMap(failed(file.stat), check)
  const pieces: Array<Uint8Array> = []
  // What was told of the size is only where to start: a file can grow.
  for (let length = 0; length <= longestPayload; ) {
    const piece = new Uint8Array(65_536)
    const count = yield* failed(file.read(piece))
    if (count === 0) return Buffer.concat(pieces)
    length += count
    pieces.push(piece.subarray(0, count))
  }
  return yield* unusable(tooLarge(name))
}, Effect.scoped)

const standardInput = "standard input"

/** Read piece by piece without blocking, so that a signal is heard while whoever writes takes its time. */
const readStandardInput: Effect.Effect<Uint8Array, CannotFire> = Effect.suspend(() => {
  // Node takes a directory for an empty stream.
  if (fs.fstatSync(0).isDirectory()) return unusable(`${standardInput} ${oddKinds.Directory}`)
  if (tty.isatty(0)) return unusable(`${standardInput} is a terminal; pipe a payload into pawl, or name a file`)
  return Effect.callback<Uint8Array, CannotFire>((resume) => {
    const { stdin } = process
    const pieces: Array<Uint8Array> = []
    let length = 0
    const stop = () => {
      stdin.removeListener("data", take)
      stdin.pause()
    }
    const take = (piece: Uint8Array) => {
      pieces.push(piece)
      length += piece.length
      if (length <= longestPayload) return
      stop()
      resume(unusable(tooLarge(standardInput)))
    }
    stdin.on("data", take)
    stdin.once("end", () => resume(Effect.succeed(Buffer.concat(pieces))))
    stdin.once("error", () => resume(unusable(`${standardInput} could not be read`)))
    return Effect.sync(stop)
  })
})

/** The bytes of a payload: of a file, or of standard input for `-`. Rule: CLI-46 */
export const readPayload = (name: string) => (name === "-" ? readStandardInput : readFile(name))
