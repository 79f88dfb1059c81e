import * as Effect from "effect/Effect"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import { makeHost } from "../host.ts"
import { forgetPeak, memoryMiB } from "../processFacts.ts"
import type { Row } from "../Row.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

const mebibyte = 1_048_576

/** A flood in a process of its own, because memory that one has taken the next one finds. */
const flood = (name: string, mebibytes: number, to: string, atMost: number): Row => ({
  name: `memory of ${name}`,
  pairs: 1,
  runs: 3,
  flags: [],
  needs: "linux",
  measure: ({ isShort }) =>
    inTemporaryFolder(async (folder) => {
      const bytes = (isShort ? 4 : mebibytes) * mebibyte
      const host = await makeHost({
        folder,
        hooks: [
          { command: "echo warm; echo warm >&2; exit 2", matcher: "warm" },
          { command: `head -c ${bytes} /dev/zero ${to}; exit 2`, matcher: "flood", timeout: 300 }
        ]
      })
      const ask = async (line: string) => {
        const { merged } = await Effect.runPromise(host.dispatch(shellRun(line)))
        if (merged.verdict._tag !== "Deny") throw new Error("the denial of the hook was lost")
      }
      await ask("warm")
      const before = memoryMiB("VmRSS")
      forgetPeak()
      const begin = performance.now()
      await ask("flood")
      const took = performance.now() - begin
      const value = memoryMiB("VmHWM") - before
      await host.close()
      const rate = `${(bytes / mebibyte / (took / 1_000)).toFixed(0)} MiB a second`
      return [
        {
          name: `${name} from a hook`,
          against: "memory above idle",
          unit: "MiB",
          value,
          interval: [value, value],
          atMost,
          aside: rate
        }
      ]
    })
})

export const rows: ReadonlyArray<Row> = [
  flood("64 MiB of stdout", 64, "", 16),
  flood("1 GiB of stderr", 1_024, ">&2", 24)
]
