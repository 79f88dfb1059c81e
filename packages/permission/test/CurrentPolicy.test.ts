import { assert, describe, it } from "@effect/vitest"
import { CurrentHost, everythingProfile, HookRegistry, type SourceCandidate, TrustPolicy } from "@pawl/core"
import { RecordingAdapter } from "@pawl/core/testing"
import { CurrentPolicy } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hooksFile } from "./judging.ts"

const services = CurrentPolicy.layerStrictIfNotAsked({ strict: false, headlessAsk: "fail-run" }).pipe(
  Layer.provideMerge(HookRegistry.layer),
  Layer.provide(
    Layer.mergeAll(
      RecordingAdapter.layerFormats(),
      TrustPolicy.layer,
      Layer.succeed(CurrentHost, { profile: everythingProfile, roots: ["/repo"] })
    )
  )
)

const asKind = (candidate: SourceCandidate, kind: "explicit" | "project"): SourceCandidate => ({
  ...candidate,
  source: { ...candidate.source, kind }
})

const install = (candidate: SourceCandidate) => HookRegistry.use((registry) => Effect.exit(registry.install(candidate)))

const isStrict = CurrentPolicy.use(({ get }) => Effect.map(get, ({ strict }) => strict))

describe("CurrentPolicy.layerStrictIfNotAsked (PERM-46)", () => {
  it.effect("is as given while every hook can be asked", () =>
    Effect.gen(function* () {
      yield* install(asKind(hooksFile([{}]), "explicit"))
      assert.deepStrictEqual(yield* CurrentPolicy.use(({ get }) => get), { strict: false, headlessAsk: "fail-run" })
    }).pipe(Effect.provide(services))
  )

  it.effect("is strict from the moment on when hooks are there that nobody has approved, and not longer", () =>
    Effect.gen(function* () {
      yield* install(asKind(hooksFile([{}], "/repo/own.recording"), "project"))
      assert.isTrue(yield* isStrict)
      yield* CurrentPolicy.use(({ set }) => set({ strict: false, headlessAsk: "deny" }))
      assert.deepStrictEqual(yield* CurrentPolicy.use(({ get }) => get), { strict: true, headlessAsk: "deny" })
      yield* HookRegistry.use((registry) => registry.remove("/repo/own.recording"))
      assert.isFalse(yield* isStrict)
      yield* CurrentPolicy.use(({ set }) => set({ strict: true, headlessAsk: "deny" }))
      assert.isTrue(yield* isStrict)
    }).pipe(Effect.provide(services))
  )

  it.effect("is strict while a file cannot be loaded", () =>
    Effect.gen(function* () {
      const { source } = hooksFile([{}])
      yield* install({ source, contents: { _tag: "Unreadable", diagnostics: [] } })
      assert.isTrue(yield* isStrict)
      yield* install(hooksFile([{}]))
      assert.isFalse(yield* isStrict)
    }).pipe(Effect.provide(services))
  )
})
