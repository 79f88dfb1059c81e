import childProcess from "node:child_process"

/** What somebody writes who needs one hook run and nothing else. */
export interface ByHand {
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly payload: string
  readonly detached: boolean
}

/** Starts a shell, writes the payload, collects what comes, and reads it as JSON: no group, no deadline, no limits. */
export const byHand = ({ command, cwd, detached, env, payload }: ByHand): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const child = childProcess.spawn("/bin/sh", ["-c", command], { cwd, env, detached, stdio: "pipe" })
    const stdout: Array<Buffer> = []
    const stderr: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.once("error", reject)
    child.once("close", (code) => {
      const answer = Buffer.concat(stdout).toString()
      if (code === 0) resolve(JSON.parse(answer))
      else reject(new Error(`exit code ${code}: ${Buffer.concat(stderr).toString()}`))
    })
    child.stdin.on("error", () => {})
    child.stdin.end(payload)
  })
