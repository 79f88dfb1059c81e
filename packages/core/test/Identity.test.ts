import { assert, describe, it } from "@effect/vitest"
import { identityEnv } from "@pawl/core"

const least = {
  format: "f",
  event: "e",
  binding: "b",
  projectDirectory: "/p",
  hostVersion: "1",
  remote: false
} as const

describe("identityEnv (CORE-45)", () => {
  it("names what is known, and invents nothing", () => {
    assert.deepStrictEqual(identityEnv(least), {
      PAWL_PROJECT_DIR: "/p",
      PAWL_FORMAT: "f",
      PAWL_EVENT: "e",
      PAWL_BINDING: "b"
    })
  })

  it("names the run, the user and a run elsewhere", () => {
    assert.deepInclude(identityEnv({ ...least, runId: "r", userEmail: "u", remote: true }), {
      PAWL_RUN_ID: "r",
      PAWL_USER_EMAIL: "u",
      PAWL_REMOTE: "1"
    })
  })
})
