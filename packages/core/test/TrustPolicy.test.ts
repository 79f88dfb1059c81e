import { assert, describe, it } from "@effect/vitest"
import { type SourceKind, type SourceText, TrustPolicy } from "@pawl/core"
import * as Effect from "effect/Effect"
import { source } from "./support.ts"

const text = (digest: string): SourceText => ({ text: "", digest })
const assess = (id: string, kind: SourceKind, digest: string) =>
  TrustPolicy.use((trust) => trust.assess(source(id, { kind }), text(digest)))

describe("TrustPolicy (CORE-14)", () => {
  it.effect("approves by kind all but project files", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* assess("/a", "project", "d"), { _tag: "NotApproved" })
      for (const kind of ["explicit", "enterprise", "team", "user"] as const) {
        assert.deepStrictEqual(yield* assess("/a", kind, "d"), { _tag: "Approved", by: "kind" })
      }
    }).pipe(Effect.provide(TrustPolicy.layer))
  )

  it.effect("trusts the bytes that the call saw first, of each file by itself, and calls other bytes a change", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* assess("/a", "project", "one"), { _tag: "Approved", by: "call" })
      assert.deepStrictEqual(yield* assess("/b", "project", "two"), { _tag: "Approved", by: "call" })
      assert.deepStrictEqual(yield* assess("/a", "project", "two"), { _tag: "Changed" })
      assert.deepStrictEqual(yield* assess("/a", "project", "one"), { _tag: "Approved", by: "call" })
      assert.deepStrictEqual(yield* assess("/a", "user", "three"), { _tag: "Approved", by: "kind" })
    }).pipe(Effect.provide(TrustPolicy.layerThisCall))
  )

  it.effect("trusts what was found at the start and nothing that came later (CORE-78)", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* assess("/a", "project", "one"), { _tag: "Approved", by: "call" })
      assert.deepStrictEqual(yield* assess("/a", "project", "two"), { _tag: "Changed" })
      assert.deepStrictEqual(yield* assess("/b", "project", "one"), { _tag: "NotApproved" })
      assert.deepStrictEqual(yield* assess("/b", "explicit", "one"), { _tag: "Approved", by: "kind" })
    }).pipe(Effect.provide(TrustPolicy.layerFound(new Map([["/a", "one"]]))))
  )

  it.effect("forgets with its layer", () =>
    Effect.gen(function* () {
      for (const digest of ["one", "two"]) {
        const trust = yield* assess("/a", "project", digest).pipe(
          Effect.provide(TrustPolicy.layerThisCall, { local: true })
        )
        assert.deepStrictEqual(trust, { _tag: "Approved", by: "call" })
      }
    })
  )
})
