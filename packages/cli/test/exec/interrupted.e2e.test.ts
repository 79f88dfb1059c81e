import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hasStarted, helpersOf, listens, marked, markedEnvironment, temporaryFiles } from "../support/leftovers.ts"
import { bundle, start } from "../support/pawl.ts"
import { isAlive, until } from "../support/processes.ts"
import { guardedProject, type Project } from "../support/project.ts"

/** A phase of a call: what its hook does, how one sees from outside that it has begun, and who outlives which signals. */
interface Phase {
  readonly name: string
  readonly hook: string
  readonly command?: ReadonlyArray<string>
  readonly hasBegun: (project: Project, pid: number) => boolean
  /** It is over by itself after a second, which a busy machine may let pass. */
  readonly isShort?: true
  /** The files in which those note their numbers who go on after a polite signal, and after one that cannot be handled. */
  readonly goesOn: { readonly asked: ReadonlyArray<string>; readonly killed: ReadonlyArray<string> }
}

const noted = (project: Project, name: string): number => {
  const text = project.read(name) ?? ""
  return text.endsWith("\n") ? Number(text) : 0
}

const hanging = "sleep 600 & echo $$ > hook; wait"
const nobody = { asked: [], killed: [] }

const phases: ReadonlyArray<Phase> = [
  { name: "starting up, before a hook is found", hook: hanging, hasBegun: (_, pid) => listens(pid), goesOn: nobody },
  {
    name: "starting a hook",
    hook: hanging,
    hasBegun: (_, pid) => hasStarted(pid, hanging),
    goesOn: nobody
  },
  {
    name: "running a hook",
    hook: hanging,
    hasBegun: (project) => noted(project, "hook") > 0,
    goesOn: nobody
  },
  {
    name: "reading what a background child of a hook that has ended could still write",
    hook: "sleep 600 & echo $! > child; echo $$ > hook; exit 2",
    hasBegun: (project) => noted(project, "hook") > 0 && !isAlive(noted(project, "hook")),
    isShort: true,
    goesOn: { asked: ["child"], killed: [] }
  }
]

const running: Phase = {
  name: "running the command",
  hook: "exit 0",
  command: ["sh", "-c", "echo $$ > command; exec sleep 600"],
  hasBegun: (project) => noted(project, "command") > 0,
  goesOn: { asked: [], killed: ["command"] }
}

const wordsOf = {
  exec: ({ command = ["touch", "has-run"] }: Phase) => ["exec", "--trust-project", "--", ...command],
  fire: () => ["fire", "beforeShellExecution", "--trust-project", "--payload", "payload.json"]
}

const calls = [
  ...[...phases, running].map((phase) => ["exec", phase] as const),
  ...phases.map((phase) => ["fire", phase] as const)
].map(([program, phase]) => ({ program, phase, name: `pawl ${program}, ${phase.name}` }))

/** One that looks as often as it can: some phases are over in a millisecond. */
const soon = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(Effect.sleep(0), soon(holds))))

/** Whether the signal came in time: where it did, all must be as it is promised. */
const interrupt = (program: keyof typeof wordsOf, phase: Phase, signal: NodeJS.Signals) =>
  Effect.gen(function* () {
    const project = yield* guardedProject("", { command: phase.hook })
    project.write("payload.json", '{"command":"true"}')
    const env = yield* markedEnvironment(project)
    const child = yield* start(process.execPath, [bundle, ...wordsOf[program](phase)], { cwd: project.folder, env })
    const pid = child.pid ?? 0
    yield* soon(() => phase.hasBegun(project, pid))
    child.kill(signal)
    // Whoever goes on holds none of the call's streams but the command, so only the end itself is waited for.
    yield* until(() => child.exitCode !== null || child.signalCode !== null)
    if (phase.isShort && child.exitCode !== null) return false
    assert.deepStrictEqual([child.exitCode, child.signalCode], [null, signal])
    assert.isUndefined(project.read("has-run"))

    const left = signal === "SIGKILL" ? phase.goesOn.killed : phase.goesOn.asked
    yield* until(() => left.every((name) => noted(project, name) > 0))
    const expected = left.map((name) => noted(project, name))
    for (const each of expected) assert.isTrue(isAlive(each))
    // The helper hears of it a moment later, and ends what a call that was killed could not.
    yield* until(() => helpersOf(pid).length === 0)
    // The children of one that goes on go on with it; what a hook had left may go if the call was killed before it knew.
    if (expected.length === 0 && !(phase.isShort && signal === "SIGKILL")) assert.deepStrictEqual(marked(project), [])
    assert.deepStrictEqual(temporaryFiles(project, pid), [])
    return true
  })

const interruptInTime = (program: keyof typeof wordsOf, phase: Phase, signal: NodeJS.Signals) =>
  Effect.gen(function* () {
    for (let attempt = 0; attempt < 4; attempt++) {
      if (yield* Effect.scoped(interrupt(program, phase, signal))) return
    }
    assert.fail(`no ${signal} came in time`)
  })

describe("a call that is interrupted, in each of its phases", () => {
  for (const { name, phase, program } of calls) {
    it.live.skipIf(process.platform !== "linux")(
      `${name}: dies of INT, TERM and HUP and leaves nothing, and dies of KILL and leaves no file (CLI-81)`,
      () =>
        Effect.forEach(
          ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const,
          (signal) => interruptInTime(program, phase, signal),
          { concurrency: "unbounded" }
        ),
      60_000
    )
  }
})
