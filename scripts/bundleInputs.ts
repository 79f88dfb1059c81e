import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { type OutputOptions, type RolldownOptions, rolldown } from "rolldown"

/** Everything that a package's bundle is made of and that changes from day to day, as one number. */
export const inputsDigest = (here: string): string => {
  const packages = path.dirname(here)
  const files = fs
    .readdirSync(packages)
    .map((name) => path.join(packages, name, "src"))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
    )
    .filter((file) => file.endsWith(".ts"))
  const digest = createHash("sha256")
  const own = ["rolldown.config.ts", "package.json", "../../scripts/bundlePlugins.ts"].map((name) =>
    path.join(here, name)
  )
  for (const file of [...own, ...files].sort()) {
    digest.update(path.relative(packages, file)).update("\0").update(fs.readFileSync(file)).update("\0")
  }
  return digest.digest("hex")
}

/**
 * The tests of whole programs run the bundle that is published. It says what it was made of, so it is only built when it
 * is not there or was made of something else.
 */
export const buildWhenChanged = async (
  here: string,
  bundle: string,
  builds: ReadonlyArray<RolldownOptions & { readonly output: OutputOptions }>
): Promise<void> => {
  const file = path.join(here, bundle)
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8").includes(inputsDigest(here))) return
  for (const { output, ...input } of builds) {
    const build = await rolldown(input)
    await build.write(output)
    await build.close()
  }
}
