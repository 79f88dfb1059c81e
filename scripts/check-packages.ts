// Packs every package as it would be published and has its manifest and its types looked at from outside.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { pack, packageFolders } from "./packPackages.ts"

const into = fs.mkdtempSync(path.join(os.tmpdir(), "pawl-pack-"))
try {
  for (const folder of packageFolders()) {
    const tarball = pack(folder, into)
    const checks = [
      ["publint", "run", tarball, "--strict"],
      // The packages are ES modules alone, so that only those who import them are asked for.
      ["attw", tarball, "--profile", "esm-only", "--format", "ascii"]
    ] as const
    for (const [tool, ...args] of checks) {
      const result = spawnSync(tool, args, { encoding: "utf8", shell: process.platform === "win32" })
      if (result.status === 0) continue
      process.exitCode = 1
      console.error(`${tool}, packages/${folder}:\n${result.error?.message ?? `${result.stdout}${result.stderr}`}`)
    }
  }
} finally {
  fs.rmSync(into, { recursive: true, force: true })
}
