import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type RunnerRule, same, textOf } from "./RunnerRule.ts"
import { must } from "./ScenarioBench.ts"

const encoder = new TextEncoder()

/** How many hooks run at once, and who waits. Rule: RUN-17 */
export const placeRules: ReadonlyArray<RunnerRule> = [
  {
    name: "no more hooks run at once than there are places",
    rule: "RUN-17",
    body: (bench, { places }) =>
      Effect.gen(function* () {
        const others = yield* bench.occupy(places)
        const waiting = yield* bench.fork("echo yes > ran; [ -e go ] && printf after")
        yield* Effect.sleep(200)
        yield* same(yield* bench.note("ran"), "")
        yield* others.letGo
        const outcome = yield* Fiber.join(waiting)
        yield* same(textOf(outcome), "after")
        yield* must(outcome.queuedMs >= 150, "the wait is recorded", () => `${outcome.queuedMs}`)
      })
  },

  {
    name: "half of the places are kept for moments before an operation",
    rule: "RUN-17",
    body: (bench, { places }) =>
      Effect.gen(function* () {
        const others = yield* bench.occupy(Math.max(1, Math.floor(places / 2)), { beforeOperation: false })
        const report = yield* bench.fork("echo yes > ran", { beforeOperation: false })
        yield* same(textOf(yield* bench.run("printf guard")), "guard")
        yield* same(yield* bench.note("ran"), "")
        yield* others.letGo
        yield* Fiber.join(report)
        yield* same(yield* bench.note("ran"), "yes")
      })
  },

  {
    name: "interrupted waits give their places back",
    rule: "RUN-17",
    body: (bench, { places }) =>
      Effect.gen(function* () {
        const others = yield* bench.occupy(places)
        const waiting = yield* Effect.forEach(Array.from({ length: 2 * places }), () => bench.fork("exit 0"))
        yield* Effect.forEach(waiting.slice(places), Fiber.interrupt)
        yield* others.letGo
        yield* Effect.forEach(waiting.slice(0, places), Fiber.join)
        yield* (yield* bench.occupy(places)).letGo
      })
  },

  {
    name: "many hooks at once each get their own answer",
    rule: "RUN-17",
    body: (bench) =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: 24 }, (_, index) => index)
        const outcomes = yield* Effect.forEach(
          numbers,
          (n) => bench.run(`cat; exit ${n}`, { stdin: encoder.encode(`${n}`) }),
          {
            concurrency: "unbounded"
          }
        )
        const found = outcomes.map((o) => `${textOf(o)}:${o.ending._tag === "Exited" ? o.ending.code : o.ending._tag}`)
        yield* same(found.join(), numbers.map((n) => `${n}:${n}`).join())
      })
  }
]
