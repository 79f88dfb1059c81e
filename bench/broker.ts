// What a spawn broker saves in a host that holds much memory: `node bench/broker.ts [PAIRS] [WORD]` on packages that were built
// (`npm run build`). PAIRS is 60; WORD is `buffers` or `heap`, what the memory of the host is made of. Prints ratios of
// hooks run through a broker and by hand, in turns, in a process that holds 450 MiB.
import childProcess from "node:child_process"
import { performance } from "node:perf_hooks"
import process from "node:process"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type HookInvocation, HookRunner } from "../packages/core/src/index.ts"
import { brokerHookRunner } from "../packages/runner-node/dist/broker/index.js"
import { quantile } from "./statistics.ts"

const pairs = Number(process.argv[2] ?? 60)
const kinds = ["buffers", "heap"] as const
const kind = kinds.find((name) => name === process.argv[3])

const mebibytes = 450
const memory = {
  buffers: () => Array.from({ length: mebibytes }, () => Buffer.alloc(1_048_576, 1)),
  // Eight bytes for each.
  heap: () => Array.from({ length: mebibytes }, () => Array.from({ length: 131_072 }, (_, index) => index + 0.5))
}

const command = `cat > /dev/null; echo '{"permission":"allow"}'`
const folder = process.cwd()

/** What somebody writes who needs one hook run and nothing else. */
const byHand = (payload: Uint8Array) =>
  new Promise<number>((resolve) => {
    const begin = performance.now()
    const child = childProcess.spawn("/bin/sh", ["-c", command], { cwd: folder, stdio: "pipe" })
    const blocked = performance.now() - begin
    child.stdout.resume()
    child.stderr.resume()
    child.stdin.end(payload)
    child.once("close", () => resolve(blocked))
  })

const invocationOf = (stdin: Uint8Array): HookInvocation => ({
  binding: "/hooks.json#bench[0]",
  format: "bench",
  event: "bench",
  handler: { _tag: "Shell", command },
  workingDirectory: folder,
  sessionEnv: {},
  identityEnv: {},
  notInherited: [],
  outerInvocations: [],
  stdin,
  timeoutMs: 30_000,
  beforeOperation: true
})

interface Series {
  readonly took: Array<number>
  /** How long the main thread did something, whatever it was. */
  readonly busy: Array<number>
}
const series = (): Series => ({ took: [], busy: [] })

const measured = async (into: Series, work: () => Promise<unknown>) => {
  const before = performance.eventLoopUtilization()
  const begin = performance.now()
  await work()
  into.took.push(performance.now() - begin)
  into.busy.push(performance.eventLoopUtilization(before).active)
}

const ratio = (ours: ReadonlyArray<number>, theirs: ReadonlyArray<number>) =>
  (quantile(ours) / quantile(theirs)).toFixed(2)
const ms = (all: ReadonlyArray<number>) => `${quantile(all).toFixed(2)} ms`

const measureKind = async (name: (typeof kinds)[number]) => {
  const held = memory[name]()
  const scope = await Effect.runPromise(Scope.make())
  const runner = Context.get(await Effect.runPromise(Layer.buildWithScope(brokerHookRunner(), scope)), HookRunner)
  const brokered = (payload: Uint8Array) => Effect.runPromise(runner.run(invocationOf(payload)))
  const isReady = async () => {
    const { stdout } = await Effect.runPromise(
      runner.run({ ...invocationOf(new Uint8Array(0)), handler: { _tag: "Shell", command: "echo $PPID" } })
    )
    return Number(Buffer.from(stdout).toString()) !== process.pid
  }
  for (let tries = 0; !(await isReady()); tries++) if (tries > 200) throw new Error("no broker has become ready")
  for (const [what, bytes, atOnce] of [
    ["1 KB", 1_024, 1],
    ["1 MB", 1_048_576, 1],
    ["1 KB, eight at once", 1_024, 8]
  ] as const) {
    const payload = new Uint8Array(bytes).fill(0x78)
    const many = (one: () => Promise<unknown>) => () => Promise.all(Array.from({ length: atOnce }, one))
    const [ours, theirs, again] = [series(), series(), series()]
    const calls: Array<number> = []
    const ways = [
      () =>
        measured(
          ours,
          many(() => brokered(payload))
        ),
      () =>
        measured(
          theirs,
          many(async () => calls.push(await byHand(payload)))
        ),
      () =>
        measured(
          again,
          many(() => byHand(payload))
        )
    ]
    for (let pair = 0; pair < pairs; pair++) for (let turn = 0; turn < 3; turn++) await ways[(pair + turn) % 3]?.()
    console.log(
      `${name}, ${what}: ${ratio(ours.took, theirs.took)} of by hand (by hand twice: ${ratio(again.took, theirs.took)}); ` +
        `${ms(ours.took)} and ${ms(theirs.took)}; main thread busy ${ms(ours.busy)} and ${ms(theirs.busy)}, a call of spawn ${ms(calls)}`
    )
  }
  await Effect.runPromise(Scope.close(scope, Effect.runSync(Effect.exit(Effect.void))))
  if (held.length !== mebibytes) throw new Error("the memory is gone")
}

if (kind === undefined) {
  for (const each of kinds) {
    childProcess.spawnSync(process.execPath, [...process.execArgv, import.meta.filename, `${pairs}`, each], {
      stdio: "inherit"
    })
  }
} else {
  console.log(`${Math.round(process.memoryUsage().rss / 1_048_576)} MiB before it holds anything`)
  await measureKind(kind)
}
