import { packageName } from "./index.ts"

if (process.argv[2] === "demo") {
  process.stdout.write(`${packageName}: the demonstration is not written yet\n`)
}
