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
