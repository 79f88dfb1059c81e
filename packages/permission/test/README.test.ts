import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import type { Envelope } from "@pawl/core"
import type { Confirmation } from "@pawl/permission"
import * as Effect from "effect/Effect"
import { decide } from "./example.ts"
import { act } from "./judgeExample.ts"
import { commandOf, id, install, judging, says, shell } from "./judging.ts"
import { allows, asks, denies, noOpinion } from "./support.ts"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

it("the README's examples are code that compiles", () => {
  const examples = [...read("../README.md").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code)
  assert.deepStrictEqual(examples, [read("./example.ts"), read("./judgeExample.ts")])
})

it("the README's example comes to what the README says", () => {
  assert.deepStrictEqual(
    [decide(noOpinion), decide(allows), decide(asks("really?")), decide(denies("no"))].map((d) => d._tag),
    ["Execute", "Execute", "Confirm", "Deny"]
  )
})

it.effect("the README's host runs what was judged, asks the person, and tells the model of a denial", () =>
  Effect.gen(function* () {
    yield* install([{ match: "ls" }, { match: "deploy" }, { match: "push" }])
    const happened: Array<string> = []
    const done = (what: string) => Effect.sync(() => void happened.push(what))
    const parts = {
      showCard: ({ reason }: Confirmation) => Effect.as(done(`asked: ${reason.text}`), true),
      run: (moment: Envelope) => done(`run: ${commandOf(moment)}`),
      tellModel: (reason: string) => done(`denied: ${reason}`)
    }
    for (const command of ["ls", "deploy", "push"]) yield* act(shell(command), parts)
    assert.deepStrictEqual(happened, ["run: dir", "asked: really?", "run: deploy", "denied: no pushes"])
  }).pipe(
    Effect.provide(
      judging({
        runs: {
          [id(0)]: says({ input: { command: "dir" } }),
          [id(1)]: says({ verdict: "ask", reason: "really?" }),
          [id(2)]: says({ verdict: "deny", reason: "no pushes" })
        }
      })
    )
  )
)
