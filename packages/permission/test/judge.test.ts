import { assert, describe, it } from "@effect/vitest"
import { actionOf } from "@pawl/core"
import { endsWith, exited } from "@pawl/core/testing"
import { judge } from "@pawl/permission"
import * as Effect from "effect/Effect"
import { hostOf, install, judging, shell } from "./judging.ts"

const id = (index: number) => `/repo/hooks.recording#tool.pre[${index}]`
const answers = (text: object) => endsWith(exited(0, JSON.stringify(text)))
const commandOf = (envelope: Parameters<typeof actionOf>[0] | undefined) => {
  const action = envelope === undefined ? undefined : actionOf(envelope)
  return action?._tag === "ShellRun" ? action.command : undefined
}

describe("a judgement", () => {
  it.effect("runs what no hook objects to, asked once (PERM-19)", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host } = hostOf()
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.lengthOf(judged.rounds, 1)
    }).pipe(Effect.provide(judging()))
  )

  it.effect("judges a replaced input by every hook and by the host, and hands it back (PERM-21)", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, {}])
      const seen: Array<string | undefined> = []
      const { host } = hostOf((envelope) => {
        seen.push(commandOf(envelope.payload))
        return { _tag: "Execute" }
      })
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.strictEqual(commandOf(judged.envelope.payload), "dir")
      assert.deepStrictEqual(seen, ["ls", "dir"])
      assert.isTrue(judged.isRewritten)
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: answers({ input: { command: "dir" } }) } })))
  )

  it.effect("denies what two hooks keep replacing, on the fourth time that it would begin anew (PERM-20)", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ping" }, { match: "pong" }])
      const { host } = hostOf()
      const judged = yield* judge({ envelope: shell("ping") }, host)
      assert.strictEqual(judged.decision._tag, "Deny")
      assert.strictEqual(judged.decision._tag === "Deny" && judged.decision.reason.cause, "engine")
      assert.lengthOf(judged.rounds, 4)
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: answers({ input: { command: "pong" } }), [id(1)]: answers({ input: { command: "ping" } }) }
        })
      )
    )
  )
})
