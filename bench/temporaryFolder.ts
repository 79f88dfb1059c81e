import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"

/** A folder of one measurement, gone after it, and also when the process ends before. */
export const inTemporaryFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-bench-")))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  try {
    return await use(folder)
  } finally {
    process.off("exit", remove)
    remove()
  }
}
