import { assert, describe, it } from "@effect/vitest"
import { everythingProfile, noEffects, sessionEnvOf } from "@pawl/core"
import * as Effect from "effect/Effect"
import { dispatch } from "./dispatching.ts"
import { binding, envelope, loaded, seen, snapshotOf, source, testAdapter } from "./support.ts"

const setting = (variables: Readonly<Record<string, string>>) => ({
  answers: { ...noEffects, sessionEnv: variables }
})
const atStart = (id: string, of: string) => binding(id, { source: of, boundary: "session.start" })

describe("sessionEnvOf (CORE-88)", () => {
  const snapshot = snapshotOf(
    loaded(source("/a"), [atStart("a1", "/a"), atStart("a2", "/a"), binding("later-a")]),
    loaded(source("/b"), [atStart("b1", "/b"), binding("later-b", { source: "/b" })])
  )
  const scripts = {
    a1: setting({ TOKEN: "1", BOTH: "first" }),
    a2: setting({ BOTH: "second", PATH: "/tmp" }),
    b1: setting({ TOKEN: "2" })
  }
  const started = (profile = everythingProfile) =>
    dispatch(snapshot, {
      adapters: [testAdapter(scripts)],
      profile,
      moment: envelope({ _tag: "session.start" })
    })

  it.effect("gives later hooks what hooks of their own source have set, and nobody else's", () =>
    Effect.gen(function* () {
      const sessionEnv = sessionEnvOf(yield* started())
      assert.deepStrictEqual(sessionEnv, [
        { source: "/a", variables: { TOKEN: "1", BOTH: "first" } },
        { source: "/a", variables: { BOTH: "second" } },
        { source: "/b", variables: { TOKEN: "2" } }
      ])
      const log = seen()
      yield* dispatch(snapshot, {
        adapters: [testAdapter()],
        seen: log,
        moment: envelope(undefined, { sessionEnv })
      })
      assert.deepStrictEqual(
        log.invocations.map((each) => [each.binding, each.sessionEnv]),
        [
          ["later-a", { TOKEN: "1", BOTH: "second" }],
          ["later-b", { TOKEN: "2" }]
        ]
      )
    })
  )

  it.effect("is empty where the host does not honour them, and where nobody has set any", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(sessionEnvOf(yield* started({ ...everythingProfile, boundaries: {} })), [])
      assert.deepStrictEqual(sessionEnvOf(yield* dispatch(snapshot)), [])
    })
  )
})
