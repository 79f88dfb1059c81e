import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import type { OutputOptions, RolldownOptions } from "rolldown"
import { leaveOutUnusedSchemas, passOnLicences } from "../../scripts/bundlePlugins.ts"

const here = import.meta.dirname
const manifest = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"))

/** Everything that the bundle is made of and that changes from day to day, as one number. */
export const inputsDigest = (): string => {
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

// The command line is published as one bundle: to load hundreds of modules would take longer than what it has to do.
export const input: RolldownOptions = {
  cwd: here,
  input: { main: "src/main.ts" },
  platform: "node",
  resolve: {
    conditionNames: ["@pawl/source", "import", "module", "default"],
    // jsonc-parser's "main" loads its parts by names that no bundler can follow.
    mainFields: ["module", "main"]
  },
  transform: { define: { PAWL_VERSION: JSON.stringify(manifest.version) } },
  plugins: [leaveOutUnusedSchemas, passOnLicences]
}

export const output: OutputOptions = {
  dir: path.join(here, "dist/bundle"),
  cleanDir: true,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  minify: true,
  // Names of error classes are shown to people.
  keepNames: true,
  // The tests build the bundle again when it was made of something else.
  postFooter: (chunk) => (chunk.isEntry ? `// ${inputsDigest()}` : "")
}

export default { ...input, output }
