import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { isAbsent } from "./accessFinding.ts"

/** What is at a path: something, nothing, or a link that leads nowhere. */
export type Presence = "there" | "absent" | "dangling"

const dangles = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  if ((yield* fs.lstat(path)).type !== "SymbolicLink") return false
  return yield* fs.stat(path).pipe(
    Effect.as(false),
    Effect.catchTag("PlatformError", (error) => (isAbsent(error) ? Effect.succeed(true) : Effect.fail(error)))
  )
})

/**
 * Whether there is anything at `place` below a folder. A link on the way that leads nowhere is no absence: it says that
 * there should be something. Rule: SRC-16
 */
export const presence = Effect.fnUntraced(
  function* (folder: string, place: string) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const whole = path.join(folder, place)
    const found = yield* fs.stat(whole).pipe(
      Effect.as(true),
      Effect.catchTag("PlatformError", (error) => (isAbsent(error) ? Effect.succeed(false) : Effect.fail(error)))
    )
    if (found) return "there"
    let current = folder
    for (const part of place.split("/")) {
      current = path.join(current, part)
      if (yield* dangles(current)) return "dangling"
    }
    return "there"
  },
  Effect.catchTag("PlatformError", (error) =>
    isAbsent(error) ? Effect.succeed<Presence>("absent") : Effect.fail(error)
  )
)
