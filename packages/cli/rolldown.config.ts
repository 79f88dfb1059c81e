import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import type { OutputOptions, Plugin, RolldownOptions } from "rolldown"
import type { ESTree } from "rolldown/utils"

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
  const own = ["rolldown.config.ts", "package.json"].map((name) => path.join(here, name))
  for (const file of [...own, ...files].sort()) {
    digest.update(path.relative(packages, file)).update("\0").update(fs.readFileSync(file)).update("\0")
  }
  return digest.digest("hex")
}

// The licences of the packages whose code ends up in the bundle ask to be passed on with it.
const licences = (files: ReadonlyArray<string>): string => {
  const folders = new Set<string>()
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

/** Where the expression of a top-level constant is that begins with `Schema.`, if it is one. */
const schemaOf = (declarator: ESTree.VariableDeclarator): readonly [number, number] | undefined => {
  let first: ESTree.Node | null = declarator.init
  while (first?.type === "CallExpression" || first?.type === "MemberExpression") {
    first = first.type === "CallExpression" ? first.callee : first.object
  }
  const { init } = declarator
  return init?.type === "CallExpression" && first?.type === "Identifier" && first.name === "Schema"
    ? [init.start, init.end]
    : undefined
}

// The vocabulary of core is made of schemas, most of which a command line needs for their types alone. A bundler keeps them,
// because it cannot know that a call has no other effect than its result; told so, it leaves out what nobody uses. That is a
// twentieth of the time that `pawl exec` takes to run a short command.
const leaveOutUnusedSchemas: Plugin = {
  name: "leave-out-unused-schemas",
  transform: {
    filter: { id: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/, code: "Schema." },
    handler(code) {
      let result = ""
      let done = 0
      for (const statement of this.parse(code, { lang: "ts" }).body) {
        const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
        if (declaration?.type !== "VariableDeclaration") continue
        for (const [start, end] of declaration.declarations.map(schemaOf).filter((place) => place !== undefined)) {
          result += `${code.slice(done, start)}/* @__PURE__ */ (() => ${code.slice(start, end)})()`
          done = end
        }
      }
      return { code: result + code.slice(done), map: null }
    }
  }
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
  plugins: [
    leaveOutUnusedSchemas,
    {
      name: "licences",
      generateBundle(_options, bundle) {
        const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))
        this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: licences(modules) })
      }
    }
  ]
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
