import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Environment } from "../Environment.ts"
import { guardScript, hangingScript, hooksFile } from "./files.ts"
import { step } from "./Step.ts"

/** A throw-away repository with a remote of its own, one commit behind what a forced push would bring. Rule: CLI-41 */
export interface Project {
  readonly folder: string
  readonly remote: string
  readonly env: NodeJS.ProcessEnv
}

/** git did not do what the demonstration needs. Rule: CLI-42 */
export class GitFailed extends Data.TaggedError("GitFailed")<{ readonly words: string; readonly text: string }> {}

/** No settings of the person, no questions, always the same commits; whatever is written goes below the folder. */
const environment = (root: string, own: typeof Environment.Service): NodeJS.ProcessEnv => {
  const inherited = Object.entries(own).filter(([name]) => !/^GIT_|^PAWL_HEADLESS$|^NODE_OPTIONS$/.test(name))
  const who = { NAME: "Pawl demo", EMAIL: "demo@example.invalid", DATE: "2026-01-01T00:00:00Z" }
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_CONFIG_SYSTEM: os.devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    ...Object.fromEntries(
      Object.entries(who).flatMap(([name, value]) => [
        [`GIT_AUTHOR_${name}`, value],
        [`GIT_COMMITTER_${name}`, value]
      ])
    ),
    LC_ALL: "C",
    NO_COLOR: "1",
    TMPDIR: path.join(root, "tmp"),
    NODE_COMPILE_CACHE: path.join(root, "compiled")
  }
}

/** Runs git and gives what it printed. Rule: CLI-42 */
export const git = Effect.fnUntraced(function* (
  project: Pick<Project, "env">,
  cwd: string,
  ...words: ReadonlyArray<string>
) {
  const { code, text } = yield* step("git", words, { cwd, env: project.env })
  if (code !== 0) return yield* new GitFailed({ words: words.join(" "), text: text.trim() })
  return text.trim()
})

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-demo-")))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
)

const writeFiles = (folder: string) =>
  Effect.sync(() => {
    const hooks = path.join(folder, ".cursor", "hooks")
    fs.mkdirSync(hooks, { recursive: true })
    fs.writeFileSync(path.join(folder, ".cursor", "hooks.json"), hooksFile)
    fs.writeFileSync(path.join(hooks, "no-forced-push.sh"), guardScript, { mode: 0o755 })
    fs.writeFileSync(path.join(hooks, "ask-the-server.sh"), hangingScript, { mode: 0o755 })
    fs.writeFileSync(path.join(folder, "README.md"), "A project of a team.\n")
  })

/** Makes the project; it is gone when the scope closes, however that comes about. Rule: CLI-41, CLI-42 */
export const makeProject = Effect.gen(function* () {
  const root = yield* temporaryFolder
  const folder = path.join(root, "project")
  const remote = path.join(root, "remote.git")
  const project: Project = { folder, remote, env: environment(root, yield* Environment) }
  yield* Effect.sync(() => {
    for (const name of ["tmp", "project"]) fs.mkdirSync(path.join(root, name))
  })
  yield* git(project, root, "init", "--quiet", "--bare", "--template=", remote)
  yield* git(project, folder, "init", "--quiet", "--template=")
  yield* git(project, folder, "symbolic-ref", "HEAD", "refs/heads/main")
  yield* writeFiles(folder)
  yield* git(project, folder, "add", "--all")
  yield* git(project, folder, "commit", "--quiet", "--message", "What the team has")
  yield* git(project, folder, "remote", "add", "origin", remote)
  yield* git(project, folder, "push", "--quiet", "--set-upstream", "origin", "main")
  yield* git(project, folder, "commit", "--quiet", "--amend", "--message", "Something else in its place")
  return project
})
