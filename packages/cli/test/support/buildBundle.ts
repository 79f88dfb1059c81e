import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { input, inputsDigest, output } from "../../rolldown.config.ts"

const bundle = fileURLToPath(new URL("../../dist/bundle/main.cjs", import.meta.url))

/**
 * The tests of whole programs run the bundle that is published. It says what it was made of, so it is only built when it
 * is not there or was made of something else.
 */
export default async function setup(): Promise<void> {
  if (fs.existsSync(bundle) && fs.readFileSync(bundle, "utf8").includes(inputsDigest())) return
  const build = await rolldown(input)
  await build.write(output)
  await build.close()
}
