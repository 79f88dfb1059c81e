import fs from "node:fs"

// The command line is published as one bundle: to load hundreds of modules would take longer than what it has to do.
export default {
  input: { cli: "src/bin.ts" },
  platform: "node",
  resolve: {
    conditionNames: ["@pawl/source", "import", "module", "default"],
    // jsonc-parser's "main" loads its parts by names that no bundler can follow.
    mainFields: ["module", "main"]
  },
  output: {
    dir: "dist/bundle",
    cleanDir: true,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    minify: true,
    // Names of error classes are shown to people.
    keepNames: true
  },
  plugins: [
    {
      name: "entry",
      generateBundle() {
        const source = fs.readFileSync(new URL("main.cjs", import.meta.url), "utf8")
        this.emitFile({ type: "asset", fileName: "main.cjs", source })
      }
    }
  ]
}
