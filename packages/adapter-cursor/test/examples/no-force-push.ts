// Denies a forced push. Node 22.18 or newer runs it as it stands, and needs nothing else: types are left out.
import { text } from "node:stream/consumers"
import type { CursorHookInput, CursorHookOutput } from "@pawl/adapter-cursor"

const forced = /\bpush\b.*\s(?:--force|-\w*f\b|\+)/su

const judge = ({ command }: CursorHookInput<"beforeShellExecution">): CursorHookOutput<"beforeShellExecution"> => {
  // A type is a promise of whoever writes the payload, and a guard denies what it cannot read.
  if (typeof command !== "string") throw new Error("the payload has no command")
  return forced.test(command)
    ? { permission: "deny", agent_message: "A forced push overwrites what others have pushed. Push without force." }
    : { permission: "allow" }
}

try {
  console.log(JSON.stringify(judge(JSON.parse(await text(process.stdin)))))
} catch (error) {
  // Node itself would end with 1, and that is no denial.
  console.error("the guard failed:", error)
  process.exitCode = 2
}
