import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { baseEnvironment, defaultEnvironmentPolicy, invocationsFrom, scrubGroups, scrubList } from "@pawl/runner-node"
import { hookEnvironment } from "../src/Environment.ts"

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
    assert.deepStrictEqual([...new Set(scrubList)], [...scrubList])
    for (const { names } of scrubGroups) assert.deepStrictEqual(names.toSorted(), [...names])
  })

  it("lets through what the host passes on by name (RUN-21)", () => {
    const policy = { _tag: "Scrub", names: scrubList, passThrough: ["OPENAI_API_KEY"] } as const
    const base = baseEnvironment({ OPENAI_API_KEY: "1", GEMINI_API_KEY: "2" }, policy)
    assert.deepStrictEqual(base, { variables: { OPENAI_API_KEY: "1" }, removed: ["GEMINI_API_KEY"] })
  })

  it("takes patterns in each of its lists, and what is passed through wins (RUN-34)", () => {
    const inherited = { A: "1", A_1: "2", B_TOKEN: "3", TOKEN: "4", C_PASSWORD_1: "5" }
    const scrub = { _tag: "Scrub", names: ["*TOKEN", "*_PASSWORD_*", "A"], passThrough: ["B_*"] } as const
    assert.deepStrictEqual(baseEnvironment(inherited, scrub), {
      variables: { A_1: "2", B_TOKEN: "3" },
      removed: ["A", "C_PASSWORD_1", "TOKEN"]
    })
    assert.deepStrictEqual(baseEnvironment(inherited, { _tag: "AllowOnly", names: ["A*"] }), {
      variables: { A: "1", A_1: "2" },
      removed: ["B_TOKEN", "C_PASSWORD_1", "TOKEN"]
    })
  })

  it("keeps back the tokens of an agent's session by their pattern, and not what only looks like one (RUN-34)", () => {
    const inherited = {
      CLAUDE_CODE_OAUTH_TOKEN: "1",
      CLAUDE_CODE_SESSION_ACCESS_TOKEN: "2",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: "3",
      GUARD_OPENAI_API_KEY: "4"
    }
    assert.deepStrictEqual(baseEnvironment(inherited, defaultEnvironmentPolicy).removed, [
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CODE_SESSION_ACCESS_TOKEN"
    ])
  })

  it("shows its default list in docs/runner.md, with the reasons (RUN-34)", () => {
    const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../../docs/runner.md"), "utf8")
    const shown = page.split("\n").filter((line) => /^\| (accounts|gateways|agents) /.test(line))
    const line = ({ names, what, why }: (typeof scrubGroups)[number]) =>
      `| ${what} | ${names.map((name) => `\`${name}\``).join(", ")} | ${why} |`
    assert.deepStrictEqual(shown, scrubGroups.map(line))
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

  it("what only a run may set is inherited by none, and the next run starts from the same base (RUN-60)", () => {
    const base = baseEnvironment({ ACME_USER: "outer", ACME_DIR: "/outer", KEPT: "1" }, { _tag: "AsItIs" })
    const notInherited = ["ACME_DIR", "ACME_USER"]
    const run = { sessionEnv: {}, invocations: ["a-1"], capturedPath: undefined }
    const own = { PAWL_INVOCATIONS: "a-1", PAWL_HOOK_PROTOCOL_VERSION: "1" }
    const inner = hookEnvironment(base, { ...run, identityEnv: { ACME_DIR: "/inner" }, notInherited })
    assert.deepStrictEqual(inner, { KEPT: "1", ACME_DIR: "/inner", ...own })
    const other = hookEnvironment(base, { ...run, identityEnv: {}, notInherited: [] })
    assert.deepStrictEqual(other, { KEPT: "1", ACME_USER: "outer", ACME_DIR: "/outer", ...own })
  })

  it("reads the runs that a process is below, outermost first (RUN-22)", () => {
    assert.deepStrictEqual(invocationsFrom({ PAWL_INVOCATIONS: "a-1,b-2" }), ["a-1", "b-2"])
    assert.deepStrictEqual(invocationsFrom({ PAWL_INVOCATIONS: ",a-1,," }), ["a-1"])
    assert.deepStrictEqual(invocationsFrom({}), [])
  })
})
