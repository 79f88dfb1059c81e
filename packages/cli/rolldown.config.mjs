import fs from "node:fs"
import path from "node:path"

// The licences of the packages whose code ends up in the bundle ask to be passed on with it.
const licences = (files) => {
  const folders = new Set()
  for (const file of files) {
    const inside = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)
    if (inside) folders.add(inside[0])
  }
  const texts = [...folders].sort().map((folder) => {
    const { license, name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file ? fs.readFileSync(path.join(folder, file), "utf8") : ""}`
  })
  return texts.join("\n\n")
}

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
      name: "entry-and-licences",
      generateBundle(_options, bundle) {
        const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))
        const main = fs.readFileSync(new URL("main.cjs", import.meta.url), "utf8")
        this.emitFile({ type: "asset", fileName: "main.cjs", source: main })
        this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: licences(modules) })
      }
    }
  ]
}
