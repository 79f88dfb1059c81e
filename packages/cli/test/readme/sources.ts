import { CursorAdapter } from "@pawl/adapter-cursor"
import { HookFormats } from "@pawl/core"
import { discover, installAll, stillTheSame } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import { Effect, Layer, Path } from "effect"

const formats = HookFormats.layer(CursorAdapter.layer)
const files = Layer.mergeAll(SyncFileSystem.layer, NodeSystem.layer, Path.layer, formats)

/** Puts the hooks of a folder in force for the time of `use`, and says whether they were the same to its end. */
export const withHooksOf = <A, E, R>(cwd: string, use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const discovery = yield* discover({ cwd, explicit: [] }) // from the root of the repository down to here
    const notInstalled = yield* installAll(discovery) // a file that could not be loaded is a value
    const result = yield* use
    return { result, notInstalled, changed: yield* stillTheSame(discovery), notSearched: discovery.notSearched }
  }).pipe(Effect.provide(files))
