import * as fs from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The folder that this process runs in cannot be told; `why` is a clause for a person. Rule: CLI-8 */
export class NoCurrentFolder extends Data.TaggedError("NoCurrentFolder")<{ readonly why: string }> {}

const whyOf = (error: unknown): string => {
  const errno = error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN"
  return errno === "ENOENT"
    ? "the folder that this runs in does not exist any more"
    : `the system does not tell which folder this runs in (${errno})`
}

/** The folder that a call was made in, as the system names it. Rule: CLI-8 */
export const currentFolder: Effect.Effect<string, NoCurrentFolder> = Effect.try({
  try: () => process.cwd(),
  catch: (error) => new NoCurrentFolder({ why: whyOf(error) })
})

/**
 * Whether the folder that this runs in is still the one at `path`: it stays with its process when it is moved away, and
 * another can be put in its place. Rule: CLI-26
 */
export const isStillCurrent = (path: string): Effect.Effect<boolean> =>
  Effect.sync(() => {
    try {
      const [here, there] = [fs.statSync(".", { bigint: true }), fs.statSync(path, { bigint: true })]
      return here.dev === there.dev && here.ino === there.ino
    } catch {
      return false
    }
  })

/** Whether a folder is at a path, seen from where this runs. Rule: CLI-60 */
export const isFolder = (path: string): boolean => {
  try {
    return fs.statSync(path).isDirectory()
  } catch {
    return false
  }
}
