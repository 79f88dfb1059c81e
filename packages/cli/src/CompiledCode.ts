import * as fs from "node:fs"
import * as path from "node:path"

/** The compiled form of one file of the bundle, and which state of the file it is of. */
export interface CompiledFile {
  readonly stamp: string
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

/** A line of JSON that says what follows, and then all the code. */
interface Head {
  readonly compiledBytes: number
  readonly files: ReadonlyArray<readonly [name: string, stamp: string, bytes: number]>
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
      Array.isArray(file) && typeof file[0] === "string" && typeof file[1] === "string" && Number.isSafeInteger(file[2])
  )

/** What is kept in a file; nothing where it cannot be read, or is something else. */
export const readCompiled = (file: string): CompiledCode => {
  try {
    const bytes = fs.readFileSync(file)
    const end = bytes.indexOf(newline)
    const head: unknown = JSON.parse(bytes.toString("utf8", 0, end))
    if (!isHead(head)) return nothingCompiled
    let at = end + 1
    const files = new Map<string, CompiledFile>()
    for (const [name, stamp, length] of head.files) {
      files.set(name, { stamp, code: bytes.subarray(at, at + length) })
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
 * Keeps code in a file, whole or not at all, whatever this process or the machine dies of: V8 believes what it is given.
 * Where that cannot be done, or somebody else is doing it, nothing is kept.
 */
export const writeCompiled = (file: string, { compiledBytes, files }: CompiledCode): void => {
  const head: Head = {
    compiledBytes,
    files: [...files].map(([name, { code, stamp }]) => [name, stamp, code.length] as const)
  }
  const unfinished = `${file}.new`
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const descriptor = openNew(unfinished)
    try {
      fs.writevSync(descriptor, [
        Buffer.from(`${JSON.stringify(head)}\n`),
        ...[...files.values()].map(({ code }) => code)
      ])
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
