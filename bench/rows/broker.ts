import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import { brokerHookRunner } from "../../packages/runner-node/src/broker/index.ts"
import { allowCommand, ask, handwritten } from "../allowingHook.ts"
import { byHand } from "../byHand.ts"
import { type BenchHost, makeHost } from "../host.ts"
import { type MainThread, mainThread } from "../mainThread.ts"
import type { Row } from "../Row.ts"
import { ratioFigure, sideBySide } from "../sideBySide.ts"
import { intervalOf, quantile } from "../statistics.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

/** With Node and Pawl themselves a process has about 500 MiB then. */
const mebibytes = 440
const mebibyte = 1_048_576

/** What a mebibyte is made of. */
const memory = {
  Buffers: (): object => Buffer.alloc(mebibyte, 1),
  "JS heap": (): object => Array.from({ length: mebibyte / 8 }, (_, index) => index + 0.5)
}

const middle = (seen: ReadonlyArray<MainThread>, of: keyof MainThread): number => quantile(seen.map((one) => one[of]))
const shown = (seen: ReadonlyArray<MainThread>, of: keyof MainThread): string => `${middle(seen, of).toFixed(2)} ms`

const helper = fileURLToPath(new URL("../../packages/runner-node/dist/bundle/helper.mjs", import.meta.url))

/** The program that is published; its sources take longer to start and more memory. */
const built = (): string => {
  if (!fs.existsSync(helper)) throw new Error("the broker's program is not built; `npm run build` builds it")
  return helper
}

/** Whoever starts the hooks of a host now, by what a hook that is asked has written. */
const starterOf = async (host: BenchHost, file: string): Promise<number> => {
  await Effect.runPromise(host.dispatch(shellRun("who starts this")))
  return Number(fs.readFileSync(file, "utf8"))
}

const untilBrokered = async (host: BenchHost, file: string): Promise<number> => {
  for (const until = performance.now() + 30_000; performance.now() < until; ) {
    const starter = await starterOf(host, file)
    if (starter !== process.pid) return starter
  }
  throw new Error("no broker has become ready")
}

const row = (kind: keyof typeof memory, atMost: number): Row => ({
  name: `broker in a host of 500 MiB of ${kind}`,
  pairs: 400,
  runs: 3,
  flags: [],
  needs: "linux",
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const file = path.join(folder, "starter")
      const host = await makeHost({
        folder,
        hooks: [
          { command: allowCommand, matcher: "git" },
          { command: `echo $PPID > ${file}; ${allowCommand}`, matcher: "who" }
        ],
        runner: brokerHookRunner(form.isShort ? {} : { file: built() })
      })
      const broker = await untilBrokered(host, file)
      // Behind the start of the broker, as it is in a host that has grown.
      const held = Array.from({ length: form.isShort ? 1 : mebibytes }, memory[kind])

      const ours = () => ask(host, 1, false)
      const theirs = () => byHand(handwritten(folder, false))
      const rounds = await sideBySide({ ours, theirs, "theirs again": theirs }, form)
      // One way after the other: a start by hand leaves pages behind that are copied when somebody writes to them next,
      // and a host with a broker starts nothing by hand.
      const seen = async (work: () => Promise<unknown>) => {
        const all: Array<MainThread> = []
        await sideBySide({ work: async () => all.push(await mainThread(work)) }, form)
        return all.slice(-form.pairs)
      }
      const [brokered, handmade] = [await seen(ours), await seen(theirs)]
      if ((await starterOf(host, file)) !== broker) throw new Error("the broker has not lived until the end")
      if (held.length === 0) throw new Error("the memory is not there any more")
      await host.close()
      return [
        ratioFigure(rounds, {
          name: `one dispatch through a broker, 500 MiB of ${kind}`,
          against: "spawn('/bin/sh') by hand in the same process",
          ours: "ours",
          theirs: "theirs",
          again: "theirs again",
          atMost
        }),
        {
          name: `the main thread blocked by it, 500 MiB of ${kind}`,
          against: "the longest stretch",
          unit: "ms",
          value: middle(brokered, "longest"),
          interval: intervalOf(brokered, (some) => middle(some, "longest")),
          atMost: 0.5,
          aside: `in all ${shown(brokered, "busy")}; by hand ${shown(handmade, "longest")}, in all ${shown(handmade, "busy")}`
        }
      ]
    })
})

export const rows: ReadonlyArray<Row> = [row("Buffers", 0.25), row("JS heap", 0.75)]
