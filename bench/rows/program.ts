import childProcess from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import type { Row } from "../Row.ts"
import { ratioFigure, sideBySide } from "../sideBySide.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

const bundle = fileURLToPath(new URL("../../packages/cli/dist/bundle/main.cjs", import.meta.url))

const built = (): string => {
  if (!fs.existsSync(bundle)) throw new Error("the command line is not built; `npm run build` builds it")
  return bundle
}

/** Runs a Node program to its end, with a home folder and a compile cache of the measurement's own. */
const node =
  (folder: string, ...words: ReadonlyArray<string>) =>
  (): void => {
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, NODE_COMPILE_CACHE: path.join(folder, "cache") }
    const { status, stderr } = childProcess.spawnSync(process.execPath, words, {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"]
    })
    if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`)
  }

const version: Row = {
  name: "version",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const bare = node(folder, "-e", "0")
      const ours = node(folder, built(), "--version")
      const rounds = await sideBySide({ ours, bare, "bare again": bare }, form)
      return [
        ratioFigure(rounds, {
          name: "pawl --version",
          against: "node -e 0",
          ours: "ours",
          theirs: "bare",
          again: "bare again",
          atMost: 1.15
        })
      ]
    })
}

/** What somebody writes who has one hook and one command. */
const byHand = `const { spawn } = require("node:child_process")
const hook = spawn("/bin/sh", ["-c", ".cursor/hooks/guard.sh"], { stdio: ["pipe", "pipe", "inherit"] })
let answer = ""
hook.stdout.on("data", (text) => { answer += text })
hook.on("close", () => {
  if (JSON.parse(answer).permission !== "allow") process.exit(126)
  spawn("true", [], { stdio: "inherit" }).on("close", (code) => { process.exitCode = code })
})
hook.stdin.on("error", () => {})
hook.stdin.end(JSON.stringify({ hook_event_name: "beforeShellExecution", command: "true", cwd: process.cwd() }))
`

const exec: Row = {
  name: "exec",
  pairs: 25,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      fs.mkdirSync(path.join(folder, ".git"))
      fs.mkdirSync(path.join(folder, ".cursor/hooks"), { recursive: true })
      const hooks = { beforeShellExecution: [{ command: ".cursor/hooks/guard.sh" }] }
      fs.writeFileSync(path.join(folder, ".cursor/hooks.json"), JSON.stringify({ version: 1, hooks }))
      const guard = `#!/bin/sh\necho '{"permission":"allow"}'\n`
      fs.writeFileSync(path.join(folder, ".cursor/hooks/guard.sh"), guard, { mode: 0o755 })
      fs.writeFileSync(path.join(folder, "byHand.cjs"), byHand)
      const hand = node(folder, "byHand.cjs")
      const ours = node(folder, built(), "exec", "--trust-project", "--", "true")
      const rounds = await sideBySide({ ours, hand, "hand again": hand }, form)
      const how = { name: "pawl exec -- true with one hook", ours: "ours", theirs: "hand", again: "hand again" }
      return [
        ratioFigure(rounds, { ...how, against: "a script of Node that runs the same two processes", atMost: 1.6 })
      ]
    })
}

export const rows: ReadonlyArray<Row> = [version, exec]
