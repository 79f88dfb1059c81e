// A package that changed since the main branch needs a changeset. Where there is no main branch to compare with, as in a
// shallow clone or an unpacked archive, that cannot be told.
import { spawnSync } from "node:child_process"

const base = spawnSync("git", ["rev-parse", "--verify", "--quiet", "main"])
if (base.status === 0) {
  process.exitCode =
    spawnSync("changeset", ["status"], { stdio: "inherit", shell: process.platform === "win32" }).status ?? 1
} else {
  console.log("no branch main to compare with: not checked")
}
