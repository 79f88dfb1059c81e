import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CurrentHost, everythingProfile, HookRegistry, TrustPolicy } from "@pawl/core"
import { discover, installAll } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { real } from "./support/layers.ts"
import { fifo, temporaryFolder, write } from "./support/tree.ts"

const registry = (trust: Layer.Layer<TrustPolicy>) =>
  HookRegistry.layer.pipe(
    Layer.provide(trust),
    Layer.provide(Layer.succeed(CurrentHost, { profile: everythingProfile, roots: [] })),
    Layer.provideMerge(real)
  )

describe("installAll (SRC-22)", () => {
  it.live("offers every candidate in order and collects what the registry did not take", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("own", home, ".acme", "hooks.json")
      const named = write("named", home, "named.json")
      write("other", home, "other.json")
      fifo(home, "fifo")
      const names = [{ path: "none.json" }, { path: "other.json", format: "zeta" }, { path: "fifo" }, { path: named }]
      const failures = yield* installAll(yield* discover({ cwd: home, explicit: names }))
      assert.deepStrictEqual(
        failures.map(({ error, source }) => [path.basename(source.path), error._tag]),
        [
          ["none.json", "SourceRejected"],
          ["other.json", "UnknownFormat"],
          ["fifo", "SourceRejected"]
        ]
      )
      const { sources } = yield* (yield* HookRegistry).snapshot
      assert.deepStrictEqual(
        sources.filter((state) => !state.failed).map((state) => state.source.id),
        [named, own]
      )
    }).pipe(Effect.provide(registry(TrustPolicy.layer)))
  )

  it.live("leaves the bytes of a project that this call trusts to be told from later ones (SRC-11)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("one", home, ".acme", "hooks.json")
      const trustNow = Effect.gen(function* () {
        yield* installAll(yield* discover({ cwd: home }))
        const { sources } = yield* (yield* HookRegistry).snapshot
        return sources.map((state) => state.trust?._tag)
      })
      assert.deepStrictEqual(yield* trustNow, ["Approved"])
      fs.writeFileSync(own, "two")
      assert.deepStrictEqual(yield* trustNow, ["Changed"])
      fs.writeFileSync(own, "one")
      assert.deepStrictEqual(yield* trustNow, ["Approved"])
    }).pipe(Effect.provide(registry(TrustPolicy.layerThisCall)))
  )
})
