import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { type Place, pawl, temporaryFolder } from "./pawl.ts"

/** A definition of a hook as somebody writes it. */
export interface Definition {
  readonly command?: string
  readonly matcher?: string
  readonly timeout?: number
  readonly failClosed?: boolean
  readonly type?: string
}

/** A repository with a hooks file and scripts, as far as Pawl can tell: it starts no git. */
export interface Project {
  readonly folder: string
  readonly file: (name: string) => string
  readonly read: (name: string) => string | undefined
  readonly write: (name: string, text: string, mode?: number) => string
  readonly remove: (name: string) => void
}

/** An empty repository, gone with the scope. */
export const emptyProject = Effect.map(temporaryFolder, (folder): Project => {
  fs.mkdirSync(path.join(folder, ".git"))
  const file = (name: string) => path.join(folder, name)
  return {
    folder,
    file,
    read: (name) => (fs.existsSync(file(name)) ? fs.readFileSync(file(name), "utf8") : undefined),
    remove: (name) => fs.rmSync(file(name)),
    write: (name, text, mode = 0o644) => {
      fs.mkdirSync(path.dirname(file(name)), { recursive: true })
      fs.writeFileSync(file(name), text, { mode })
      return file(name)
    }
  }
})

export const hooksText = (...definitions: ReadonlyArray<Definition>): string =>
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: definitions } })

/** A repository whose hooks file has one shell script for each definition: `#!/bin/sh` and the given lines. */
export const guardedProject = (script: string, definition: Definition = {}) =>
  Effect.map(emptyProject, (project) => {
    project.write(".cursor/hooks/guard.sh", `#!/bin/sh\n${script}\n`, 0o755)
    project.write(".cursor/hooks.json", hooksText({ command: ".cursor/hooks/guard.sh", ...definition }))
    return project
  })

/** Runs a command under the project's hooks, which the call approves. `marker` proves whether the command has run. */
export const exec = (project: Project, words: ReadonlyArray<string>, place: Place = {}) =>
  pawl(["exec", "--trust-project", ...words], { cwd: project.folder, ...place })

/** A command that proves that it has run. */
export const touch = (name = "has-run"): ReadonlyArray<string> => ["--", "touch", name]
