import fs from "node:fs"
import path from "node:path"
import type { Plugin } from "rolldown"
import type { ESTree } from "rolldown/utils"

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

export const passOnLicences: Plugin = {
  name: "licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))
    this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: licences(modules) })
  }
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
export const leaveOutUnusedSchemas: Plugin = {
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
