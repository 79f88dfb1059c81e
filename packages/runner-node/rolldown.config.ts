import path from "node:path"
import type { OutputOptions, RolldownOptions } from "rolldown"
import { inputsDigest } from "../../scripts/bundleInputs.ts"
import { leaveOutUnusedSchemas, passOnLicences } from "../../scripts/bundlePlugins.ts"

const here = import.meta.dirname

// The broker's program is published as one file: it is there sooner, takes a quarter less memory than from hundreds of
// modules, and a host that is bundled itself can put it aside.
const input: RolldownOptions = {
  cwd: here,
  input: { helper: "src/broker/helper.ts" },
  platform: "node",
  resolve: { conditionNames: ["@pawl/source", "import", "module", "default"] },
  plugins: [leaveOutUnusedSchemas, passOnLicences]
}

const output: OutputOptions = {
  dir: path.join(here, "dist/bundle"),
  cleanDir: true,
  format: "esm",
  entryFileNames: "[name].mjs",
  codeSplitting: false,
  minify: true,
  // The tests build the bundle again when it was made of something else.
  postFooter: (chunk) => (chunk.isEntry ? `// ${inputsDigest(here)}` : "")
}

export default { ...input, output } satisfies RolldownOptions
