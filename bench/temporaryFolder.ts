import fs from "node:fs"
import os from "node:os"
import path from "node:path"

/** A folder of one measurement, gone after it. */
export const inTemporaryFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-bench-")))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
