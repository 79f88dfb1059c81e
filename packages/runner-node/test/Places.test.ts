import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makePlaces, type Places } from "../src/Places.ts"

const before = true
const report = false

/** Asks for a place and keeps a diary of who has entered. */
const ask = (places: Places, diary: Array<string>, name: string, beforeOperation: boolean) =>
  places.request(beforeOperation, () => diary.push(name))

const turn = Effect.promise(() => Promise.resolve())

describe("places", () => {
  it.effect("are taken at once while there are any, then in the order of asking (RUN-17)", () =>
    Effect.gen(function* () {
      const diary: Array<string> = []
      const places = makePlaces(2)
      const a = ask(places, diary, "a", before)
      ask(places, diary, "b", before)
      ask(places, diary, "c", before)
      ask(places, diary, "d", before)
      assert.deepStrictEqual(diary, ["a", "b"])
      a.leave()
      yield* turn
      assert.deepStrictEqual(diary, ["a", "b", "c"])
    })
  )

  it.effect("half of them are never taken by reports, and a guard need not stand behind them (RUN-17)", () =>
    Effect.gen(function* () {
      const diary: Array<string> = []
      const places = makePlaces(4)
      const first = ask(places, diary, "r1", report)
      for (const name of ["r2", "r3", "r4"]) ask(places, diary, name, report)
      assert.deepStrictEqual(diary, ["r1", "r2"])
      for (const name of ["g1", "g2"]) ask(places, diary, name, before)
      assert.deepStrictEqual(diary, ["r1", "r2", "g1", "g2"])
      first.leave()
      yield* turn
      assert.deepStrictEqual(diary, ["r1", "r2", "g1", "g2", "r3"])
    })
  )

  it.effect("a report that has waited longest goes before a guard, so that neither starves (RUN-17)", () =>
    Effect.gen(function* () {
      const diary: Array<string> = []
      const places = makePlaces(2)
      const a = ask(places, diary, "a", before)
      ask(places, diary, "b", before)
      ask(places, diary, "r", report)
      ask(places, diary, "g", before)
      a.leave()
      yield* turn
      assert.deepStrictEqual(diary, ["a", "b", "r"])
    })
  )

  it.effect("who leaves while waiting never enters, and takes nobody's place along (RUN-17)", () =>
    Effect.gen(function* () {
      const diary: Array<string> = []
      const places = makePlaces(1)
      const a = ask(places, diary, "a", before)
      const b = ask(places, diary, "b", before)
      const c = ask(places, diary, "c", before)
      ask(places, diary, "d", before)
      b.leave()
      b.leave()
      a.leave()
      // c has its place but has not entered yet.
      c.leave()
      yield* turn
      assert.deepStrictEqual(diary, ["a", "d"])
    })
  )

  it.effect("leaving twice gives back one place (RUN-17)", () =>
    Effect.gen(function* () {
      const diary: Array<string> = []
      const places = makePlaces(1)
      const a = ask(places, diary, "a", before)
      ask(places, diary, "b", before)
      ask(places, diary, "c", before)
      a.leave()
      a.leave()
      yield* turn
      assert.deepStrictEqual(diary, ["a", "b"])
    })
  )
})
