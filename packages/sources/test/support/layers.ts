import { type HookFormatAdapter, HookFormats, type HookPlace, noEffects } from "@pawl/core"
import { CurrentSystem } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Result from "effect/Result"

/** A format that is nothing but places. */
export const formatAt = (format: string, places: ReadonlyArray<HookPlace>): HookFormatAdapter["Service"] => ({
  format,
  places,
  boundaries: [],
  events: [],
  meantEvent: () => undefined,
  parse: () => Effect.succeed({ format, voided: false, definitions: 0, findings: [], data: undefined }),
  bindings: () => ({ reported: 0, bindings: [], diagnostics: [] }),
  select: () => Effect.succeed([]),
  encode: () => Result.succeed({ stdin: new Uint8Array(), env: {} }),
  decode: () => noEffects,
  envelopeFrom: (_event, _payload, base) => Result.succeed(base),
  rewritten: (action) => Result.succeed(action),
  filesOf: () => [],
  aliases: () => ({}),
  lint: () => Effect.succeed([])
})

export const acme = formatAt("acme", [
  { kind: "enterprise", holds: "file", path: "/etc/acme/hooks.json", platform: "linux" },
  { kind: "enterprise", holds: "file", path: "/Library/acme/hooks.json", platform: "darwin" },
  { kind: "project", holds: "file", path: ".acme/hooks.json" },
  { kind: "user", holds: "file", path: ".acme/hooks.json" }
])

export const formats = (...adapters: ReadonlyArray<HookFormatAdapter["Service"]>): Layer.Layer<HookFormats> =>
  Layer.succeed(HookFormats, new Map(adapters.map((adapter) => [adapter.format, adapter])))

/** The real file system as `exec` sees it, the real user, and one format. */
export const real = Layer.mergeAll(SyncFileSystem.layer, NodeSystem.layer, Path.layer, formats(acme))

export const userIs = (uid: number | undefined, platform = "linux"): Layer.Layer<CurrentSystem> =>
  Layer.succeed(CurrentSystem, { uid, platform })

/** The real file system, but that something happens right before a file is opened or after it was looked at. */
export const meddled = (meddle: {
  readonly beforeOpen?: (path: string) => void
  readonly beforeRead?: () => void
}): Layer.Layer<FileSystem.FileSystem> =>
  Layer.effect(
    FileSystem.FileSystem,
    Effect.map(
      FileSystem.FileSystem,
      (fs): FileSystem.FileSystem => ({
        ...fs,
        open: (path, options) =>
          Effect.suspend(() => {
            meddle.beforeOpen?.(path)
            return fs.open(path, options)
          }).pipe(
            Effect.map((file) => ({
              ...file,
              read: (buffer, at) =>
                Effect.suspend(() => {
                  meddle.beforeRead?.()
                  return file.read(buffer, at)
                })
            }))
          )
      })
    )
  ).pipe(Layer.provide(SyncFileSystem.layer))
