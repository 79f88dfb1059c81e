import * as fs from "node:fs"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { badArgument, type PlatformError, type SystemErrorTag, systemError } from "effect/PlatformError"
import * as Stream from "effect/Stream"

const tags: Readonly<Record<string, SystemErrorTag>> = {
  ENOENT: "NotFound",
  EACCES: "PermissionDenied",
  EPERM: "PermissionDenied",
  EEXIST: "AlreadyExists",
  EISDIR: "BadResource",
  ENOTDIR: "BadResource",
  ELOOP: "BadResource",
  EBUSY: "Busy",
  EAGAIN: "WouldBlock",
  ETIMEDOUT: "TimedOut"
}

const isSystemError = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && "errno" in cause && "syscall" in cause

const failure = (method: string, pathOrDescriptor: string | number, cause: unknown): PlatformError =>
  isSystemError(cause)
    ? systemError({
        _tag: tags[cause.code ?? ""] ?? "Unknown",
        module: "FileSystem",
        method,
        pathOrDescriptor,
        syscall: cause.syscall,
        cause
      })
    : badArgument({
        module: "FileSystem",
        method,
        description: cause instanceof Error ? cause.message : String(cause),
        cause
      })

const attempt = <A>(
  method: string,
  pathOrDescriptor: string | number,
  call: () => A
): Effect.Effect<A, PlatformError> =>
  Effect.try({ try: call, catch: (cause) => failure(method, pathOrDescriptor, cause) })

const notOffered = (method: string) =>
  Effect.die(new Error(`FileSystem.${method} is not offered here: this file system only reads, and only synchronously`))

const typeOf = (entry: fs.BigIntStats | fs.Dirent): FileSystem.File.Type => {
  if (entry.isFile()) return "File"
  if (entry.isDirectory()) return "Directory"
  if (entry.isSymbolicLink()) return "SymbolicLink"
  if (entry.isFIFO()) return "FIFO"
  if (entry.isSocket()) return "Socket"
  if (entry.isCharacterDevice()) return "CharacterDevice"
  return entry.isBlockDevice() ? "BlockDevice" : "Unknown"
}

// Node fills these from signed numbers of 64 bits; devices and inodes have none.
const unsigned = (value: bigint): bigint => BigInt.asUintN(64, value)

const infoOf = (stats: fs.BigIntStats): FileSystem.File.Info => ({
  type: typeOf(stats),
  mtime: Option.some(stats.mtime),
  atime: Option.some(stats.atime),
  birthtime: Option.some(stats.birthtime),
  dev: unsigned(stats.dev),
  rdev: Option.some(unsigned(stats.rdev)),
  ino: Option.some(unsigned(stats.ino)),
  mode: Number(stats.mode),
  nlink: Option.some(unsigned(stats.nlink)),
  uid: Option.some(Number(stats.uid)),
  gid: Option.some(Number(stats.gid)),
  size: ByteSize.bytes(stats.size),
  blksize: Option.some(ByteSize.bytes(stats.blksize)),
  blocks: Option.some(stats.blocks)
})

const beforeTheStart = (method: string) =>
  badArgument({ module: "FileSystem", method, description: "a position before the start of the file" })

const fileOf = (descriptor: number): FileSystem.File => {
  let cursor = 0n
  const readInto = (method: string, buffer: Uint8Array, position: bigint | undefined) =>
    Effect.suspend(() => {
      if (position !== undefined && position < 0n) return Effect.fail(beforeTheStart(method))
      return attempt(method, descriptor, () => {
        const count = fs.readSync(descriptor, buffer, { position: position ?? cursor })
        if (position === undefined) cursor += BigInt(count)
        return count
      })
    })
  return {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    stat: attempt("stat", descriptor, () => infoOf(fs.fstatSync(descriptor, { bigint: true }))),
    seek: (offset, from) =>
      Effect.suspend(() => {
        const target = from === "start" ? offset : cursor + offset
        if (target < 0n) return Effect.fail(beforeTheStart("seek"))
        cursor = target
        return Effect.succeed(target)
      }),
    read: (buffer, options) => readInto("read", buffer, options?.position),
    readAlloc: (size, options) =>
      attempt("readAlloc", descriptor, () => new Uint8Array(size)).pipe(
        Effect.flatMap((buffer) =>
          readInto("readAlloc", buffer, options?.position).pipe(
            Effect.map((count) => (count === 0 ? Option.none() : Option.some(buffer.subarray(0, count))))
          )
        )
      ),
    sync: notOffered("File.sync"),
    truncate: () => notOffered("File.truncate"),
    write: () => notOffered("File.write"),
    writeAll: () => notOffered("File.writeAll")
  }
}

const { O_NOCTTY, O_NONBLOCK, O_RDONLY, R_OK, W_OK } = fs.constants

const open: FileSystem.FileSystem["open"] = (path, { flag = "r", noFollow = false } = {}) => {
  if (flag !== "r" || noFollow) return notOffered(`open with ${noFollow ? "noFollow" : `"${flag}"`}`)
  // Without O_NONBLOCK a FIFO that was put in the place of a file would hold the whole process until somebody writes.
  const flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
  return Effect.acquireRelease(
    attempt("open", path, () => fs.openSync(path, flags)),
    (descriptor) => Effect.ignore(attempt("close", descriptor, () => fs.closeSync(descriptor)))
  ).pipe(Effect.map(fileOf))
}

const readdir = (path: string, recursive: boolean): Array<string> =>
  fs.readdirSync(path, { encoding: "utf8", recursive })

/**
 * Effect's FileSystem over the synchronous calls of `node:fs`, for a command that reads a few small files and must start
 * fast. It reads only: whatever would write, watch or make something is a defect that says so. Opening never waits, not
 * even for the writer of a FIFO. Rule: SRC-24
 */
export const layer: Layer.Layer<FileSystem.FileSystem> = Layer.sync(FileSystem.FileSystem, () =>
  FileSystem.make({
    access: (path, options) =>
      attempt("access", path, () =>
        fs.accessSync(path, (options?.readable === true ? R_OK : 0) | (options?.writable === true ? W_OK : 0))
      ),
    open,
    stat: (path) => attempt("stat", path, () => infoOf(fs.statSync(path, { bigint: true }))),
    lstat: (path) => attempt("lstat", path, () => infoOf(fs.lstatSync(path, { bigint: true }))),
    realPath: (path) => attempt("realPath", path, () => fs.realpathSync.native(path)),
    readFile: (path) => attempt("readFile", path, () => fs.readFileSync(path)),
    readLink: (path) => attempt("readLink", path, () => fs.readlinkSync(path)),
    readDirectory: (path, options) => attempt("readDirectory", path, () => readdir(path, options?.recursive === true)),
    readDirectoryEntries: (path) =>
      attempt("readDirectoryEntries", path, () =>
        fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, type: typeOf(entry) }))
      ),
    chmod: () => notOffered("chmod"),
    chown: () => notOffered("chown"),
    copy: () => notOffered("copy"),
    copyFile: () => notOffered("copyFile"),
    link: () => notOffered("link"),
    makeDirectory: () => notOffered("makeDirectory"),
    makeTempDirectory: () => notOffered("makeTempDirectory"),
    makeTempDirectoryScoped: () => notOffered("makeTempDirectoryScoped"),
    makeTempFile: () => notOffered("makeTempFile"),
    makeTempFileScoped: () => notOffered("makeTempFileScoped"),
    remove: () => notOffered("remove"),
    rename: () => notOffered("rename"),
    symlink: () => notOffered("symlink"),
    truncate: () => notOffered("truncate"),
    utimes: () => notOffered("utimes"),
    watch: () => Stream.fromEffect(notOffered("watch")),
    writeFile: () => notOffered("writeFile")
  })
)
