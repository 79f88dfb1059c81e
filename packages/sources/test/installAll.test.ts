import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { emptySnapshot, HookRegistry, type SourceCandidate, SourceRejected, UnknownFormat } from "@pawl/core"
import { discover, installAll } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { real } from "./support/layers.ts"
import { folder, temporaryFolder, write } from "./support/tree.ts"

/** A registry that takes what can be read in the one format that it knows, and remembers what it was asked. */
const registry = (asked: Array<SourceCandidate>): HookRegistry["Service"] => ({
  snapshot: Effect.succeed(emptySnapshot),
  changes: Stream.make(emptySnapshot),
  remove: () => Effect.succeed(emptySnapshot),
  install: (candidate) =>
    Effect.suspend((): Effect.Effect<typeof emptySnapshot, SourceRejected | UnknownFormat> => {
      asked.push(candidate)
      const { contents, source } = candidate
      if (source.format !== "acme") return Effect.fail(new UnknownFormat({ format: source.format }))
      return contents._tag === "Read"
        ? Effect.succeed(emptySnapshot)
        : Effect.fail(new SourceRejected({ source: source.id, diagnostics: contents.diagnostics }))
    })
})

describe("installAll (SRC-22)", () => {
  it.live("offers every candidate in order and collects what was not taken", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      write("own", home, ".acme", "hooks.json")
      write("other", home, "other.json")
      const asked: Array<SourceCandidate> = []
      const found = yield* discover({
        cwd: home,
        explicit: [{ path: "none.json" }, { path: "other.json", format: "zeta" }, { path: folder(home, "folder") }]
      })
      const failures = yield* Effect.provideService(installAll(found), HookRegistry, registry(asked))
      assert.deepStrictEqual(asked, found.candidates)
      assert.deepStrictEqual(
        failures.map(({ error, source }) => [path.basename(source.path), error._tag]),
        [
          ["none.json", "SourceRejected"],
          ["other.json", "UnknownFormat"],
          ["folder", "SourceRejected"]
        ]
      )
    }).pipe(Effect.provide(real))
  )
})
