import { assert, describe, it } from "@effect/vitest"
import { baseEnvironment, defaultEnvironmentPolicy, invocationsFrom, scrubList } from "@pawl/runner-node"

describe("the environment policy", () => {
  it("keeps the scrub list from hooks by default, and tells which names (RUN-21)", () => {
    const inherited = { PATH: "/bin", OPENAI_API_KEY: "secret", ANTHROPIC_API_KEY: "secret", GITHUB_TOKEN: "kept" }
    assert.deepStrictEqual(baseEnvironment(inherited, defaultEnvironmentPolicy), {
      variables: { PATH: "/bin", GITHUB_TOKEN: "kept" },
      removed: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"]
    })
  })

  it("names are exact, and sorted without doubles in the list (RUN-21)", () => {
    const inherited = { MY_OPENAI_API_KEY: "1", OPENAI_API_KEY_FILE: "2", openai_api_key: "3" }
    assert.deepStrictEqual(baseEnvironment(inherited, defaultEnvironmentPolicy).removed, [])
    assert.deepStrictEqual([...new Set(scrubList)].sort(), [...scrubList])
  })

  it("lets through what the host passes on by name (RUN-21)", () => {
    const policy = { _tag: "Scrub", names: scrubList, passThrough: ["OPENAI_API_KEY"] } as const
    const base = baseEnvironment({ OPENAI_API_KEY: "1", GEMINI_API_KEY: "2" }, policy)
    assert.deepStrictEqual(base, { variables: { OPENAI_API_KEY: "1" }, removed: ["GEMINI_API_KEY"] })
  })

  it("can allow only some names, or all (RUN-21)", () => {
    const inherited = { A: "1", B: "2", OPENAI_API_KEY: "3" }
    assert.deepStrictEqual(baseEnvironment(inherited, { _tag: "AllowOnly", names: ["A"] }), {
      variables: { A: "1" },
      removed: ["B", "OPENAI_API_KEY"]
    })
    assert.deepStrictEqual(baseEnvironment(inherited, { _tag: "AsItIs" }), { variables: inherited, removed: [] })
  })

  it("an outer hook's identity is not handed on as the inner one's (RUN-20)", () => {
    const inherited = { PAWL_USER_EMAIL: "outer@example.com", PAWL_INVOCATIONS: "a,b", PAWL_STATE_DIR: "/state" }
    assert.deepStrictEqual(baseEnvironment(inherited, { _tag: "AsItIs" }), {
      variables: { PAWL_STATE_DIR: "/state" },
      removed: []
    })
  })

  it("reads the runs that a process is below, outermost first (RUN-22)", () => {
    assert.deepStrictEqual(invocationsFrom({ PAWL_INVOCATIONS: "a-1,b-2" }), ["a-1", "b-2"])
    assert.deepStrictEqual(invocationsFrom({ PAWL_INVOCATIONS: ",a-1,," }), ["a-1"])
    assert.deepStrictEqual(invocationsFrom({}), [])
  })
})
