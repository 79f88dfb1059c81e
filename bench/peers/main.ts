// Pawl beside published engines that ask hooks before a tool call: `npm run bench:peers`, with `-- --pairs N` (200) and
// `--seed N`. Installs them, by the exact versions of package.json beside this file, into a temporary folder with npm; nothing
// of theirs becomes part of the workspace. Linux only, because it looks for what is left in /proc.
import childProcess from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { byHand } from "../byHand.ts"
import { processesMarked } from "../processFacts.ts"
import { lineOf } from "../report.ts"
import { ratioFigure, sideBySide, type Work } from "../sideBySide.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"
import { readCall } from "../words.ts"
import { loadCline } from "./cline.ts"
import { type Engine, type Ready, timeoutMs } from "./Engine.ts"
import { loadGemini } from "./gemini.ts"
import manifest from "./package.json" with { type: "json" }
import { pawl } from "./pawl.ts"
import { type PeerScenario, peerScenarios } from "./scenarios.ts"

const { numbers } = readCall([], ["pairs", "seed"])
const form = { pairs: numbers.get("pairs") ?? 200, seed: numbers.get("seed") ?? 1, isShort: false }

/** Beyond this a call counts as one that does not come back. */
const patienceMs = 12_000
const markVariable = "PAWL_BENCH_MARK"

const install = (folder: string): string => {
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest))
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
  const { status } = childProcess.spawnSync("npm", words, { cwd: folder, stdio: ["ignore", 2, 2] })
  if (status !== 0) throw new Error("npm could not install the engines; the reason stands above")
  return path.join(folder, "node_modules")
}

/** An engine that cannot be loaded is told of, and the others are measured all the same. */
const load = async (name: string, loading: Promise<Engine>): Promise<ReadonlyArray<Engine>> => {
  try {
    return [await loading]
  } catch (error) {
    console.log(`${name}: not reached: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

let folders = 0
const prepare = (engine: Engine, within: string, scripts: ReadonlyArray<string>, text: string) => {
  const folder = path.join(within, `project-${folders++}`)
  fs.mkdirSync(folder)
  return engine.prepare({ folder, scripts, text })
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))

/** What came of a scenario, in a few words. */
const outcome = async ({ ask }: Ready, { isSilent = false }: PeerScenario, mark: string): Promise<string> => {
  const begin = performance.now()
  const denied = await Promise.race([ask(), pause(patienceMs)])
  const seconds = `${((performance.now() - begin) / 1_000).toFixed(1)} s`
  const left = processesMarked(markVariable, mark)
  if (denied === undefined) return `no end within ${patienceMs / 1_000} s, ${left.length} left`
  if (isSilent) return `${left.length === 0 ? "nothing left" : `LEFT ${left.length} PROCESSES`}, ${seconds}`
  return `${denied ? "deny" : "LOST"}, ${seconds}`
}

const runScenario = async (engine: Engine, scenario: PeerScenario, within: string): Promise<string> => {
  const mark = `${engine.name} ${scenario.name}`
  // Whatever a hook starts carries it, because every one of these engines hands its variables on.
  process.env[markVariable] = mark
  const ready = await prepare(engine, within, [scenario.script(engine.deny)], "x".repeat(scenario.textBytes ?? 20))
  const came = ready === undefined ? "not reached" : await outcome(ready, scenario, mark)
  for (const pid of processesMarked(markVariable, mark)) process.kill(pid, "SIGKILL")
  await ready?.close()
  return came
}

const speed = async (engines: ReadonlyArray<Engine>, within: string, hooks: number): Promise<void> => {
  const ways: Record<string, Work> = {}
  const closes: Array<Ready["close"]> = []
  for (const engine of engines) {
    const scripts = Array.from({ length: hooks }, () => engine.allow)
    const ready = await prepare(engine, within, scripts, "git status")
    if (ready === undefined) {
      console.log(`${hooks} hooks, ${engine.name}: not reached, one script is all that an event can have`)
      continue
    }
    ways[engine.name] = ready.ask
    closes.push(ready.close)
  }
  const script = path.join(within, "by-hand")
  fs.writeFileSync(script, `#!/bin/sh\n${pawl.allow}\n`, { mode: 0o755 })
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]))
  const one = { command: script, cwd: within, env, payload: "x".repeat(600), detached: true }
  const hand = () => Promise.all(Array.from({ length: hooks }, () => byHand(one)))
  const rounds = await sideBySide({ ...ways, hand, "hand again": hand }, form)
  for (const name of Object.keys(ways)) {
    const theirs = { theirs: "hand", again: "hand again", against: "by hand", atMost: Number.POSITIVE_INFINITY }
    const { aside = "", ...figure } = ratioFigure(rounds, { name: `${hooks} hooks, ${name}`, ours: name, ...theirs })
    console.log(`${lineOf(figure).replace(/; at most .*$/, "")}; ${aside}`)
  }
  for (const close of closes) await close()
}

if (process.platform !== "linux") {
  console.error("the peers are looked at through /proc, so this needs Linux")
  process.exit(2)
}
// One of the engines tells of every command.
console.debug = () => {}
await inTemporaryFolder(async (folder) => {
  // Their programs keep things in a home folder.
  process.env.HOME = folder
  const installed = install(folder)
  const [load1 = 0] = os.loadavg()
  console.log(`Node ${process.version}, ${os.availableParallelism()} processors, load average ${load1.toFixed(1)}`)
  for (const [name, version] of Object.entries(manifest.dependencies)) console.log(`${name} ${version}`)
  const engines = [
    pawl,
    ...(await load("@google/gemini-cli-core", loadGemini(installed))),
    ...(await load("@cline/core", loadCline(installed)))
  ]
  await speed(engines, folder, 1)
  await speed(engines, folder, 8)
  const line = (first: string, others: ReadonlyArray<string>) =>
    console.log(
      [first, ...others]
        .map((text, column) => text.padEnd(column === 0 ? 54 : 30))
        .join("")
        .trimEnd()
    )
  line(
    `a hook with a time-out of ${timeoutMs} ms`,
    engines.map(({ name }) => name)
  )
  for (const scenario of peerScenarios) {
    const came: Array<string> = []
    for (const engine of engines) came.push(await runScenario(engine, scenario, folder))
    line(scenario.name, came)
  }
})
// What an engine may have left open must not keep this from ending.
process.exit(0)
