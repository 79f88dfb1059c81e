// A host that is killed in the moment in which its FIFOs are being made. It prints its number first, and what it has opened.
import fs from "node:fs"
import process from "node:process"
import { makeFifos } from "../../src/makeFifos.ts"

fs.writeSync(1, `${process.pid}`)
makeFifos(48, "", () => {})
process.kill(process.pid, "SIGKILL")
