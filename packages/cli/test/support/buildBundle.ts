import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import config, { inputsDigest } from "../../rolldown.config.ts"

const home = fileURLToPath(new URL("../..", import.meta.url))
const bundle = path.join(home, "dist/bundle/main.cjs")

/**
 * The tests of whole programs run the bundle that is published. It says what it was made of, so it is only built when it
 * is not there or was made of something else.
 */
export default async function setup(): Promise<void> {
  if (fs.existsSync(bundle) && fs.readFileSync(bundle, "utf8").includes(inputsDigest())) return
  const { output, ...input } = config
  const build = await rolldown({ ...input, cwd: home })
  await build.write({ ...output, dir: path.dirname(bundle) })
  await build.close()
}
