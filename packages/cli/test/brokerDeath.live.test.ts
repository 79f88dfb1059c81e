import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { askAbout, type LiveHost, liveHost, load, readyBroker } from "./support/liveHost.ts"
import { emptyProject, hooksText, type Project } from "./support/project.ts"

const allows = `echo '{"permission":"allow"}'`
const denies = `echo '{"permission":"deny","agent_message":"not in here"}'`
/** Takes the broker away from below everybody once another hook is there. */
const kills = `until [ -e here ]; do sleep 0.01; done; ${allows}; kill -9 $PPID; sleep 60`

/** What comes of these hooks together, and of each: how it ended, and what it says. */
const judge = Effect.fnUntraced(function* ({ folder, write }: Project, ...hooks: ReadonlyArray<string>) {
  write("hooks.json", hooksText(...hooks.map((command) => ({ command }))))
  yield* load(folder, "hooks.json")
  const { merged, records } = (yield* askAbout(folder)).outcome
  return {
    verdict: merged.verdict._tag,
    words: merged.reasons.map(({ text }) => text),
    hooks: records.map(({ effects, exit }) => `${exit.kind} ${effects.verdict}`)
  }
})

const brokered = (name: string, body: (project: Project) => Effect.Effect<unknown, unknown, LiveHost>) =>
  it.live(name, () =>
    Effect.flatMap(emptyProject, (project) => Effect.provide(body(project), liveHost(project.folder, readyBroker())))
  )

describe("a hook of Cursor's format that kills the broker which has started it (RUN-54, CUR-49)", () => {
  brokered("takes no denial along, neither one that was given nor one that was still to come", (project) =>
    Effect.gen(function* () {
      // Whether the news of the second one's end is quicker than the death of the broker is chance.
      const { hooks, verdict } = yield* judge(project, kills, `${denies}; : > here`, `sleep 60; ${denies}`)
      assert.strictEqual(verdict, "Deny")
      const [killer, quick, slow] = hooks
      assert.deepStrictEqual([killer, slow], ["lost deny", "lost deny"])
      assert.match(quick ?? "", /^(?:exited|lost) deny$/)
    })
  )

  brokered("is a denial by itself, although it said allow and so did everybody else", (project) =>
    Effect.gen(function* () {
      const { hooks, verdict, words } = yield* judge(project, kills, `: > here; ${allows}; sleep 60`)
      assert.strictEqual(verdict, "Deny")
      assert.deepStrictEqual(hooks, ["lost deny", "lost deny"])
      assert.lengthOf(words, 2)
    })
  )

  brokered("does nothing to the hooks of the next moment, of which each is heard", (project) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* judge(project, `: > here; ${kills}`)).verdict, "Deny")
      assert.strictEqual((yield* judge(project, allows)).verdict, "Allow")
      const { hooks, words } = yield* judge(project, allows, denies, "exit 2")
      assert.deepStrictEqual(hooks, ["exited allow", "exited deny", "exited deny"])
      assert.deepStrictEqual(words[0], "not in here")
    })
  )
})
