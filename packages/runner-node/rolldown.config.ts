import path from "node:path"
import type { RolldownOptions } from "rolldown"
import { leaveOutUnusedSchemas, passOnLicences } from "../../scripts/bundlePlugins.ts"

const here = import.meta.dirname

// The broker's program is published as one file: it is there sooner, takes a quarter less memory than from hundreds of
// modules, and a host that is bundled itself can put it aside.
const config: RolldownOptions = {
  cwd: here,
  input: { helper: "src/broker/helper.ts" },
  platform: "node",
  resolve: { conditionNames: ["@pawl/source", "import", "module", "default"] },
  plugins: [leaveOutUnusedSchemas, passOnLicences],
  output: {
    dir: path.join(here, "dist/bundle"),
    cleanDir: true,
    format: "esm",
    entryFileNames: "[name].mjs",
    codeSplitting: false,
    minify: true
  }
}

export default config
