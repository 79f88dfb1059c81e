// A host that reads a child's outputs to their end and prints the flags of its own stderr, in octal, before and after.
// Word: `alone` when stderr is to be left alone. No import of `node:process`: as a module that opens stderr, too.
import childProcess from "node:child_process"
import fs from "node:fs"
import { leaveStderrAlone } from "../../src/leaveStderrAlone.ts"

const flags = () => /^flags:\s*(\d+)/m.exec(fs.readFileSync("/proc/self/fdinfo/2", "utf8"))?.[1]

const before = flags()
const child = childProcess.spawn("/bin/sh", ["-c", "echo no; exit 2"])
for (const stream of [child.stdin, child.stdout, child.stderr]) {
  if (process.argv[2] === "alone") leaveStderrAlone(stream)
  stream.on("error", () => {})
}
child.stdin.end()
child.stdout.resume()
child.stderr.resume()
child.once("close", () => {
  const same = before === flags()
  fs.writeSync(1, JSON.stringify({ same, usable: process.stderr.fd === 2 }))
})
