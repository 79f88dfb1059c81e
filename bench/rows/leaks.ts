import * as Effect from "effect/Effect"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import { makeHost } from "../host.ts"
import { children, descriptors, handles, liveHeap, memoryMiB } from "../processFacts.ts"
import type { Figure, Row } from "../Row.ts"
import { intervalOf, slopeOf } from "../statistics.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

/** Where the memory of a process stands after so many dispatches. */
interface Sample {
  readonly dispatches: number
  readonly heap: number
  readonly rss: number
}

const count = (name: string, value: number): Figure => ({
  name,
  unit: "of them",
  value,
  interval: [value, value],
  atMost: 0
})

const row: Row = {
  name: "many dispatches",
  pairs: 10_000,
  runs: 1,
  // The young generation alone would grow for thousands of dispatches.
  flags: ["--expose-gc", "--max-semi-space-size=4"],
  needs: "linux",
  measure: ({ isShort, pairs }) =>
    inTemporaryFolder(async (folder) => {
      const dispatches = isShort ? 30 : pairs
      const every = dispatches / (isShort ? 10 : 100)
      const host = await makeHost({ folder, hooks: [{ command: `echo '{"permission":"allow"}'` }] })
      const ask = async () => {
        const { merged } = await Effect.runPromise(host.dispatch(shellRun("git status")))
        if (merged.verdict._tag !== "Allow") throw new Error("the hook was not asked")
      }
      const settled = () => new Promise((resolve) => setTimeout(resolve, 100))
      await ask()
      await settled()
      const before = { handles: handles(), others: descriptors().others }
      const samples: Array<Sample> = []
      for (let done = 1; done <= dispatches; done++) {
        await ask()
        if (done % every === 0) samples.push({ dispatches: done, heap: liveHeap(), rss: memoryMiB("VmRSS") })
      }
      await settled()
      const after = { handles: handles(), others: descriptors().others }
      const { alive, zombies } = children()
      await host.close()
      const late = samples.filter((sample) => sample.dispatches > dispatches / 5)
      const heapSlope = (some: ReadonlyArray<Sample>) => slopeOf(some.map((each) => [each.dispatches, each.heap]))
      const half = samples.filter((sample) => sample.dispatches > dispatches / 2)
      const grown = (half.at(-1)?.rss ?? 0) - (half[0]?.rss ?? 0)
      const first = samples[0]?.rss.toFixed(0)
      const name = `${dispatches.toLocaleString("en")} dispatches`
      return [
        count(`${name}: handles left`, after.handles - before.handles),
        count(`${name}: descriptors left`, after.others - before.others),
        count(`${name}: children left`, alive),
        count(`${name}: zombies`, zombies),
        {
          name: `${name}: live heap of each, by least squares after a fifth`,
          unit: "bytes",
          value: heapSlope(late),
          interval: intervalOf(late, heapSlope),
          atMost: 1_024
        },
        {
          name: `${name}: RSS of the second half`,
          against: "growth",
          unit: "MiB",
          value: grown,
          interval: [grown, grown],
          // A plateau has its ripples.
          atMost: 4,
          aside: `${first} MiB in the beginning, ${samples.at(-1)?.rss.toFixed(0)} in the end`
        }
      ]
    })
}

export const rows: ReadonlyArray<Row> = [row]
