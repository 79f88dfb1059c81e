import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { wrongs } from "./oracle.ts"
import type { Played } from "./play.ts"
import { stage } from "./stage.ts"
import { worldOf } from "./World.ts"

/** A house keeps all that it has seen, so it is built anew after so many. */
const inOneHouse = 25

const count = ({ log }: Played, what: (entry: Played["log"][number]) => boolean): number => log.filter(what).length

/** What an interleaving consists of, told so that it can be played alone and read. */
const told = (seed: number, wrong: ReadonlyArray<string>, { log }: Played): string =>
  [`seed ${seed}`, ...wrong, ...log.map((entry) => JSON.stringify(entry))].join("\n")

/**
 * Plays interleavings by their seeds, and fails at the first one in which an action was run that was not judged as it was
 * run. `PAWL_SEED` plays one alone.
 */
export const interleavings = (from: number, to: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const one = process.env.PAWL_SEED
    const [first, end] = one === undefined ? [from, to] : [Number(one), Number(one) + 1]
    const seen = { run: 0, denied: 0, questions: 0, hooks: 0 }
    for (let batch = first; batch < end; batch += inOneHouse) {
      yield* Effect.gen(function* () {
        const play = yield* stage
        for (let seed = batch; seed < Math.min(batch + inOneHouse, end); seed++) {
          const world = worldOf(seed)
          const played = yield* play(world)
          const wrong = wrongs(world, played)
          if (wrong.length > 0) assert.fail(told(seed, wrong, played))
          seen.run += count(played, ({ _tag }) => _tag === "Ran")
          seen.denied += count(played, (entry) => entry._tag === "Decided" && entry.decision === "Deny")
          seen.questions += count(played, ({ _tag }) => _tag === "QuestionPut")
          seen.hooks += count(played, ({ _tag }) => _tag === "HookAsked")
        }
      }).pipe(Effect.scoped)
    }
    // Nothing is shown by actions of which none, or every one, is run.
    if (one === undefined) for (const each of Object.values(seen)) assert.isAbove(each, end - first)
  })
