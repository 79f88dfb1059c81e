import { type Diagnostic, limits, type SourceText } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { accessFinding } from "./accessFinding.ts"
import { CurrentSystem } from "./CurrentSystem.ts"
import { SourceUnreadable } from "./Errors.ts"
import { type SourceFindingCode, sourceFinding } from "./SourceFinding.ts"
import { sha256 } from "./sha256.ts"
import { decodeUtf8 } from "./utf8.ts"

/** How a hooks file is read. Rule: SRC-2 */
export interface ReadSourceOptions {
  /** Whose file it is and who may write to it is told but forbids nothing: for checking, never for running. */
  readonly anyOwner?: boolean
  /** What the file held before: when it holds the same now, its digest is not worked out again. */
  readonly known?: SourceText | undefined
}

/** A hooks file that was read, and what a person should know about it all the same. Rule: SRC-2 */
export interface ReadSource {
  readonly text: SourceText
  readonly warnings: ReadonlyArray<Diagnostic>
}

const oddKinds = {
  Directory: "sources/is-directory",
  FIFO: "sources/is-fifo",
  Socket: "sources/is-socket",
  BlockDevice: "sources/is-device",
  CharacterDevice: "sources/is-device",
  SymbolicLink: "sources/not-regular",
  Unknown: "sources/not-regular"
} as const satisfies { readonly [K in Exclude<FileSystem.File.Type, "File">]: SourceFindingCode }

const tooLarge = (path: string) => sourceFinding("sources/too-large", path, { limit: String(limits.hooksFileBytes) })

const shapeFinding = (path: string, info: FileSystem.File.Info): Diagnostic | undefined => {
  if (info.type !== "File") return sourceFinding(oddKinds[info.type], path)
  return info.size > BigInt(limits.hooksFileBytes) ? tooLarge(path) : undefined
}

const ownerFindings = (
  path: string,
  info: FileSystem.File.Info,
  user: number | undefined
): ReadonlyArray<Diagnostic> => {
  const owner = Option.getOrUndefined(info.uid)
  if (user === undefined || owner === undefined) return []
  const findings: Array<Diagnostic> = []
  if (owner !== user && owner !== 0) {
    const facts = { owner: String(owner), user: String(user) }
    findings.push(sourceFinding(user === 0 ? "sources/foreign-owner-as-root" : "sources/foreign-owner", path, facts))
  }
  const mode = { mode: (info.mode & 0o7777).toString(8).padStart(4, "0") }
  if ((info.mode & 0o002) !== 0) findings.push(sourceFinding("sources/world-writable", path, mode))
  else if ((info.mode & 0o020) !== 0) findings.push(sourceFinding("sources/group-writable", path, mode))
  return findings
}

const unreadable = (path: string, ...diagnostics: ReadonlyArray<Diagnostic>): SourceUnreadable =>
  new SourceUnreadable({ path, diagnostics })

const inaccessible = (path: string) => (error: PlatformError) => unreadable(path, accessFinding(path, error))

// The size that was told is only where to start: a file can grow, and some tell none.
const readBytes = Effect.fnUntraced(function* (path: string, file: FileSystem.File, size: bigint) {
  const most = limits.hooksFileBytes + 1
  let buffer = new Uint8Array(Math.min(Number(size) + 1, most))
  let filled = 0
  while (true) {
    const count = yield* file.read(buffer.subarray(filled)).pipe(Effect.mapError(inaccessible(path)))
    if (count === 0) return buffer.subarray(0, filled)
    filled += count
    if (filled === most) return yield* unreadable(path, tooLarge(path))
    if (filled === buffer.length) {
      const larger = new Uint8Array(most)
      larger.set(buffer)
      buffer = larger
    }
  }
})

/**
 * Reads one hooks file safely: a regular file of at most `limits.hooksFileBytes`, of this user or root, that not
 * everybody may write to, in UTF-8. What is at the path is looked at before it is opened, so that no FIFO and no device
 * is, and what was opened is looked at again, because that is what is read. The digest is of exactly the bytes that the
 * text was decoded from. Fails with every reason that stands against the file. Rule: SRC-2 to SRC-11
 *
 * @example
 * ```ts
 * const { text, warnings } = yield* readSourceFile("/repo/.cursor/hooks.json")
 * ```
 */
export const readSourceFile = Effect.fnUntraced(function* (path: string, options: ReadSourceOptions = {}) {
  const fs = yield* FileSystem.FileSystem
  const { uid } = yield* CurrentSystem

  const before = shapeFinding(path, yield* fs.stat(path).pipe(Effect.mapError(inaccessible(path))))
  if (before !== undefined) return yield* unreadable(path, before)
  const file = yield* fs.open(path, { flag: "r" }).pipe(Effect.mapError(inaccessible(path)))
  const info = yield* file.stat.pipe(Effect.mapError(inaccessible(path)))
  const opened = shapeFinding(path, info)
  if (opened !== undefined) return yield* unreadable(path, opened)
  const findings = ownerFindings(path, info, uid)
  const forbidding = options.anyOwner === true ? [] : findings.filter((d) => d.severity === "error")
  if (forbidding.length > 0) return yield* unreadable(path, ...findings)
  const warnings = findings.map((d) => ({ ...d, severity: "warning" as const }))

  const bytes = yield* readBytes(path, file, info.size)
  const decoded = decodeUtf8(bytes, path)
  if (Result.isFailure(decoded)) return yield* unreadable(path, decoded.failure, ...warnings)
  const text = decoded.success
  const { known } = options
  const result: ReadSource = { text: known?.text === text ? known : { text, digest: sha256(bytes) }, warnings }
  return result
}, Effect.scoped)
