import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { exitCodes } from "../ExitCode.ts"
import type { Fact } from "./Facts.ts"
import { guardScript, hooksFile } from "./files.ts"
import { type GitFailed, git, type Project } from "./Project.ts"
import { type CannotStart, type Ran, step } from "./Step.ts"

/** One part of the demonstration: what it is about, what a person would type, and what came of it. Rule: CLI-43 */
export interface Act {
  readonly title: string
  /** Files that are shown before anything is run. */
  readonly files: Readonly<Record<string, string>>
  readonly typed: string
  readonly run: Effect.Effect<{ readonly ran: Ran; readonly facts: ReadonlyArray<Fact> }, CannotStart | GitFailed>
}

/** Whether a process still runs. One that has ended and whose end nobody has asked for yet does not. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch (error) {
    // Without /proc the first question has to do.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH") && !fs.existsSync("/proc/self")
  }
}

/** The processes that the hanging hook has left the numbers of; none when it was never started. */
const waiting = (project: Project): ReadonlyArray<number> => {
  try {
    return fs
      .readFileSync(path.join(project.folder, ".git", "waiting"), "utf8")
      .trim()
      .split(" ")
      .map(Number)
  } catch {
    return []
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The demonstration, act by act. `pawl` is the program and the words that start this Pawl. Rule: CLI-40 */
export const acts = (project: Project, pawl: readonly [string, ...ReadonlyArray<string>]): ReadonlyArray<Act> => {
  const [program, ...first] = pawl
  const run = (...words: ReadonlyArray<string>) =>
    step(program, [...first, ...words], { cwd: project.folder, env: project.env })
  const remoteHas = git(project, project.remote, "rev-parse", "--short", "refs/heads/main")
  const exited = ({ code }: Ran, wanted: number): Fact => ({
    told: `exit code ${wanted}${code === wanted ? "" : `, but it was ${code ?? "none"}`}`,
    holds: code === wanted
  })
  return [
    {
      title: "A hooks file and the guard that it names, checked",
      files: { ".cursor/hooks.json": hooksFile, ".cursor/hooks/no-forced-push.sh": guardScript },
      typed: "pawl check",
      run: Effect.map(run("check"), (ran) => ({ ran, facts: [exited(ran, exitCodes.fine)] }))
    },
    {
      title: "A forced push: the guard denies it",
      files: {},
      typed: "pawl exec --trust-project -- git push --force",
      run: Effect.gen(function* () {
        const before = yield* remoteHas
        const ran = yield* run("exec", "--trust-project", "--", "git", "push", "--force")
        const after = yield* remoteHas
        const mine = yield* git(project, project.folder, "rev-parse", "--short", "HEAD")
        const untouched = {
          told: `git rev-parse: the remote still has ${before}, not our ${mine}`,
          holds: after === before
        }
        const said = { told: "the message is the script's own", holds: ran.text.includes("Push without --force.") }
        return { ran, facts: [exited(ran, exitCodes.denied), said, untouched] }
      })
    },
    {
      title: "git status: the same guard lets it through, and it runs",
      files: {},
      typed: "pawl exec --trust-project -- git status",
      run: Effect.map(run("exec", "--trust-project", "--", "git", "status"), (ran) => ({
        ran,
        facts: [exited(ran, exitCodes.fine), { told: "git has run", holds: ran.text.includes("On branch main") }]
      }))
    },
    {
      title: "A hook that hangs: it has one second, then it is gone, and no answer is no",
      files: {},
      typed: "pawl exec --trust-project -- git fetch",
      run: Effect.gen(function* () {
        const ran = yield* run("exec", "--trust-project", "--", "git", "fetch")
        const processes = waiting(project)
        const gone = {
          told: `the hook and its child (processes ${processes.join(" and ")}) are gone after ${seconds(ran.durationMs)}`,
          holds: processes.length === 2 && !processes.some(isAlive)
        }
        return { ran, facts: [exited(ran, exitCodes.denied), gone] }
      })
    }
  ]
}
