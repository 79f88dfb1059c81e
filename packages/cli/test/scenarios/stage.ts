import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert } from "@effect/vitest"
import { limits } from "@pawl/core"
import type { RunScenario, ScenarioTimes } from "@pawl/core/testing"
import { defaultRunnerConfig } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { fifosLeftBy } from "../support/leftovers.ts"
import { bundle, ended, environment, type Ran, start } from "../support/pawl.ts"
import { carriersOf, isAlive, until } from "../support/processes.ts"
import { type Definition, emptyProject, hooksText, type Project } from "../support/project.ts"
import { texts } from "./rows.ts"

/** What a loaded machine may add; whatever hangs takes longer. */
export const times: ScenarioTimes = { graceMs: limits.graceMs, pipeGraceMs: limits.pipeGraceMs, slackMs: 9_000 }

/** Both ways in which a failure of a hook can count. */
export const policies = ["open", "closed"] as const
export type Policy = (typeof policies)[number]

/** A closed hook only where that comes to another answer than an open one. */
export const policiesOf = ({ expected: { tight } }: Pick<RunScenario, "expected">): ReadonlyArray<Policy> =>
  policies.filter((policy) => policy === "open" || tight.closed !== tight.open)

/** A hook as somebody writes it. */
export const hookOf = (command: string, timeoutMs: number, policy: Policy): Definition => ({
  command,
  timeout: timeoutMs / 1_000,
  ...(policy === "closed" ? { failClosed: true } : {})
})

const shortFloodMs = 1_200

/** The hook of a row. A flood keeps the machine busy for as long as it may last, and is one after a moment already. */
export const hookOfRow = (
  { endsWithin, script, stdoutTruncated, timeoutMs }: RunScenario,
  policy: Policy
): Definition => hookOf(script, stdoutTruncated && endsWithin === "timeout+grace" ? shortFloodMs : timeoutMs, policy)

// The folder for temporary files is to stay empty, so what Node keeps of the program has one of its own.
const compiled = path.join(os.tmpdir(), `pawl-test-compiled-${process.pid}-${Date.now()}`)
afterAll(() => fs.rmSync(compiled, { recursive: true, force: true }))

/** One call of pawl: its words, and what it reads. */
export interface Call {
  readonly words: ReadonlyArray<string>
  readonly input?: string
}

/** A project with hooks, and a folder for temporary files that belongs to it alone. */
export interface Stage {
  readonly project: Project
  readonly start: (call: Call) => ReturnType<typeof start>
}

const end = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}

/** Makes a project with these hooks; whatever was started in it is ended with the scope, each by its id. */
export const makeStage = Effect.fnUntraced(function* (...definitions: ReadonlyArray<Definition>) {
  const project = yield* emptyProject
  fs.mkdirSync(project.file("tmp"))
  project.write(".cursor/hooks.json", hooksText(...definitions))
  yield* Effect.addFinalizer(() => Effect.sync(() => carriersOf(project.folder).forEach(end)))
  const env = environment({ ...texts, TMPDIR: project.file("tmp"), NODE_COMPILE_CACHE: compiled })
  return {
    project,
    start: ({ input, words }) =>
      start(process.execPath, [bundle, ...words], {
        cwd: project.folder,
        env,
        ...(input === undefined ? {} : { input })
      })
  } satisfies Stage
})

/** What a call has come to; its number tells what it has left. */
export interface Played extends Ran {
  readonly pid: number
}

/** Runs pawl to its end, within a bound. */
export const play = Effect.fnUntraced(function* (
  stage: Stage,
  call: Call,
  limitMs: number
): Effect.fn.Return<Played, Error, Scope.Scope> {
  const child = yield* stage.start(call)
  const ran = yield* ended(child)
  assert.isAtMost(ran.ms, limitMs, ran.stderr)
  return { ...ran, pid: child.pid ?? assert.fail("not started") }
})

/**
 * Nothing of a call is left: no process, seen by its variables and by the numbers that scripts note, and no file. A
 * background child is left alone where the row says so.
 */
export const nothingLeft = Effect.fnUntraced(function* (stage: Stage, pid: number, leaves: RunScenario["leaves"]) {
  const { folder, file, read } = stage.project
  const noted = ["child", "leader", "one", "two"].map((name) => Number(read(name) ?? 0))
  const [child = 0] = noted
  const living = leaves === "nothing" ? [] : [child]
  assert.deepStrictEqual([...carriersOf(folder)], living, "who carries the marker")
  assert.deepStrictEqual(
    noted.filter((number) => number > 0 && isAlive(number)),
    living,
    "who lives"
  )
  // The helper that makes FIFOs takes their names away after the end of who has started it.
  yield* Effect.timeoutOption(
    until(() => fifosLeftBy(pid).length === 0),
    5_000
  )
  assert.deepStrictEqual([fifosLeftBy(pid), fs.readdirSync(file("tmp"))], [[], []], "files")
})

/** So many letters, in words that are not too long for a system. */
const wordsOf = (letters: number): ReadonlyArray<string> =>
  Array.from({ length: 16 }, (_, index) => "x".repeat(Math.floor((letters + index) / 16)))

/** Words that make the payload of a call as long as a row wants it; none where the length does not matter. */
export const paddingFor = Effect.fnUntraced(function* (
  row: RunScenario,
  calling: (padding: ReadonlyArray<string>) => Call
) {
  if (row.payloadBytes < 1_024) return []
  const few = 16
  const stage = yield* makeStage({ command: "wc -c > size" })
  yield* play(stage, calling(wordsOf(few)), Number.POSITIVE_INFINITY)
  return wordsOf(few + row.payloadBytes - Number(stage.project.read("size")))
}, Effect.scoped)

const { places } = defaultRunnerConfig()

/** Hooks that take all places, so that the one behind them has to wait; each notes its start, then goes on with `script`. */
export const occupiers = (script: string): ReadonlyArray<Definition> =>
  Array.from({ length: places }, (_, index) => ({ command: `echo yes > held-${index}; ${script}` }))

/** Whether hooks have taken all places. */
export const isOccupied = ({ project }: Stage): boolean =>
  Array.from({ length: places }, (_, index) => project.read(`held-${index}`)).every((note) => note === "yes\n")
