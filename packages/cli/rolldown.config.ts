import fs from "node:fs"
import path from "node:path"
import type { OutputOptions, RolldownOptions } from "rolldown"
import { inputsDigest } from "../../scripts/bundleInputs.ts"
import { leaveOutUnusedSchemas, passOnLicences } from "../../scripts/bundlePlugins.ts"

const here = import.meta.dirname
const manifest = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"))

const input: RolldownOptions = {
  cwd: here,
  platform: "node",
  resolve: {
    conditionNames: ["@pawl/source", "import", "module", "default"],
    // jsonc-parser's "main" loads its parts by names that no bundler can follow.
    mainFields: ["module", "main"]
  },
  transform: { define: { PAWL_VERSION: JSON.stringify(manifest.version) } },
  plugins: [leaveOutUnusedSchemas, passOnLicences]
}

const output: OutputOptions = {
  dir: path.join(here, "dist/bundle"),
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  minify: true,
  // Names of error classes are shown to people.
  keepNames: true,
  // The tests build the bundle again when it was made of something else.
  postFooter: (chunk) => (chunk.isEntry ? `// ${inputsDigest(here)}` : "")
}

// The command line is published as one bundle: to load hundreds of modules would take longer than what it has to do. Its first
// file is a bundle of its own, because it loads the others otherwise than Node does, and must not be among them.
export default [
  { ...input, input: { start: "src/start.ts" }, output: { ...output, cleanDir: true } },
  {
    ...input,
    input: { main: "src/main.ts" },
    plugins: [leaveOutUnusedSchemas],
    output: { ...output, codeSplitting: false }
  }
] satisfies ReadonlyArray<RolldownOptions>
