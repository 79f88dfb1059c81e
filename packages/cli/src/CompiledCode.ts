import * as fs from "node:fs"
import * as path from "node:path"
import process from "node:process"
import { checksum } from "./checksum.ts"

/** The compiled form of one file of the bundle, and the checksum of the text that it is of. */
export interface CompiledFile {
  readonly source: number
  readonly code: Uint8Array
}

/** What one command has left for its next start, and how much had been compiled by then, in bytes. */
export interface CompiledCode {
  readonly compiledBytes: number
  readonly files: ReadonlyMap<string, CompiledFile>
}

/** Nothing yet. */
export const nothingCompiled: CompiledCode = { compiledBytes: 0, files: new Map() }

const newline = 10

/** A line of JSON that says what follows. */
interface Head {
  readonly compiledBytes: number
  readonly files: ReadonlyArray<readonly [name: string, source: number, bytes: number]>
}

const isHead = (value: unknown): value is Head =>
  typeof value === "object" &&
  value !== null &&
  "compiledBytes" in value &&
  typeof value.compiledBytes === "number" &&
  "files" in value &&
  Array.isArray(value.files) &&
  value.files.every(
    (file) =>
      Array.isArray(file) &&
      typeof file[0] === "string" &&
      Number.isSafeInteger(file[1]) &&
      Number.isSafeInteger(file[2])
  )

/** No command has compiled a tenth of it. */
const mostBytes = 33_554_432

/** The bytes of a regular file of this user's; whatever else stands there could make a start wait for ever. */
const bytesIn = (file: string): Buffer | undefined => {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants
  const descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const info = fs.fstatSync(descriptor)
    const isOwn = process.getuid === undefined || info.uid === process.getuid()
    return info.isFile() && isOwn && info.size <= mostBytes ? fs.readFileSync(descriptor) : undefined
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The length of a checksum and the end of its line, which come first. */
const sumBytes = 9

/** V8 believes what it is given, and dies of what is damaged. */
const sumOf = (rest: Uint8Array): string => `${checksum(rest).toString(16).padStart(8, "0")}\n`

/** What is kept in a file; nothing where it cannot be read, is damaged, or is something else. */
export const readCompiled = (file: string): CompiledCode => {
  try {
    const bytes = bytesIn(file)
    if (bytes === undefined) return nothingCompiled
    if (bytes.toString("latin1", 0, sumBytes) !== sumOf(bytes.subarray(sumBytes))) return nothingCompiled
    const end = bytes.indexOf(newline, sumBytes)
    const head: unknown = JSON.parse(bytes.toString("utf8", sumBytes, end))
    if (!isHead(head)) return nothingCompiled
    let at = end + 1
    const files = new Map<string, CompiledFile>()
    for (const [name, source, length] of head.files) {
      files.set(name, { source, code: bytes.subarray(at, at + length) })
      at += length
    }
    return at === bytes.length ? { compiledBytes: head.compiledBytes, files } : nothingCompiled
  } catch {
    return nothingCompiled
  }
}

/** Whoever has begun to write and is not done by then has been ended. In milliseconds. */
const abandonedMs = 60_000

const openNew = (name: string): number => {
  try {
    return fs.openSync(name, "wx", 0o600)
  } catch (error) {
    // Effect, and so its Clock, is part of what is kept.
    const now = performance.timeOrigin + performance.now()
    if (fs.lstatSync(name).mtimeMs > now - abandonedMs) throw error
    fs.unlinkSync(name)
    return fs.openSync(name, "wx", 0o600)
  }
}

/**
 * Keeps code in a file, whole or not at all, whatever this process or the machine dies of. Where that cannot be done, or
 * somebody else is doing it, nothing is kept.
 */
export const writeCompiled = (file: string, { compiledBytes, files }: CompiledCode): void => {
  const head: Head = {
    compiledBytes,
    files: [...files].map(([name, { code, source }]) => [name, source, code.length] as const)
  }
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...[...files.values()].map(({ code }) => code)])
  const unfinished = `${file}.new`
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const descriptor = openNew(unfinished)
    try {
      // Whatever the umask takes away: what cannot be read would be written anew by each start.
      fs.fchmodSync(descriptor, 0o600)
      fs.writeFileSync(descriptor, sumOf(rest))
      fs.writeFileSync(descriptor, rest)
      fs.fsyncSync(descriptor)
      fs.renameSync(unfinished, file)
    } catch {
      fs.unlinkSync(unfinished)
    } finally {
      fs.closeSync(descriptor)
    }
  } catch {
    // The next start takes a little longer, and that is all.
  }
}
