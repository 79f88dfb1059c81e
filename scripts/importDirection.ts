import fs from "node:fs"
import { isBuiltin } from "node:module"
import path from "node:path"
import { parseAst } from "rolldown/parseAst"
import { type ImportRule, ruleOf } from "./importRules.ts"

interface Import {
  readonly specifier: string
  readonly line: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every module that a file names: import, export … from, import("…") as a value or as a type, import x = require("…"). */
export const importsOf = (code: string): ReadonlyArray<Import> => {
  const found: Array<Import> = []
  const add = (source: unknown): void => {
    if (!isRecord(source) || typeof source.value !== "string" || typeof source.start !== "number") return
    found.push({ specifier: source.value, line: code.slice(0, source.start).split("\n").length })
  }
  const visit = (node: unknown): void => {
    if (isRecord(node)) {
      add(node.source)
      if (node.type === "TSExternalModuleReference") add(node.expression)
    }
    if (typeof node === "object" && node !== null) for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(code, { lang: "ts" }).body)
  return found
}

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.[cm]?tsx?$/.test(name))
        .map((name) => path.join(folder, name))
        .sort()
    : []

// "effect/Effect" is of effect, "@pawl/core/testing" of @pawl/core.
const packageOf = (specifier: string): string => {
  const parts = specifier.split("/")
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
}

const list = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "nothing" : `only ${names.join(", ").replace(/, ([^,]*)$/, " and $1")}`

// Where a package has a part for one platform, that part is an entry point of its own.
const platformEntry = /^@pawl\/[^/]+\/(?:node|vm)$/

// What is wrong with this import, or nothing. `within` is the file's path below src.
const verdict = (
  folder: string,
  within: string,
  specifier: string,
  rule: ImportRule,
  house: ReadonlyMap<string, string>
) => {
  if (isBuiltin(specifier)) {
    if (rule.node === "all") return undefined
    if (rule.nodeFolder === undefined) return `${folder} may import nothing of Node`
    if (within.split(path.sep)[0] !== rule.nodeFolder) {
      return `${folder} may import nothing of Node outside of src/${rule.nodeFolder}`
    }
    return /^(node:)?child_process/.test(specifier) ? `${folder} may not start processes` : undefined
  }
  const name = packageOf(specifier)
  const target = house.get(name)
  if (target !== undefined) {
    if (rule.house !== "all" && !rule.house.includes(target))
      return `${folder} may import ${list(rule.house)} of this house`
    if (specifier === name || (rule.house === "all" && platformEntry.test(specifier))) return undefined
    // What a package offers to tests may build on what others offer to tests.
    if (specifier === `${name}/testing` && within.split(path.sep)[0] === "testing") return undefined
    return "src may import a package of this house only by its bare name"
  }
  if (!rule.foreign.includes(name)) return `${folder} may import ${list(rule.foreign)} of what others have written`
  const hasModules = name === "effect" || name.startsWith("@effect/")
  return hasModules && specifier === name ? `import the module itself, as in ${name}/…` : undefined
}

// The first way from a file back to itself for each group of files that import each other.
const cycles = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const done = new Set<string>()
  const found: Array<ReadonlyArray<string>> = []
  const visit = (file: string, way: ReadonlyArray<string>): void => {
    const at = way.indexOf(file)
    if (at >= 0) {
      found.push([...way.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

const readJson = (file: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
  return isRecord(value) ? value : {}
}

const dependencySections = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"] as const

interface Package {
  readonly root: string
  readonly folder: string
  readonly rule: ImportRule
  readonly manifest: Record<string, unknown>
  /** From the name of each package of this house to its folder. */
  readonly house: ReadonlyMap<string, string>
}

const manifestProblems = ({ folder, house, manifest, rule }: Package): ReadonlyArray<string> => {
  const allowed = rule.house
  if (allowed === "all") return []
  return dependencySections.flatMap((section) => {
    const names = manifest[section]
    return Object.keys(isRecord(names) ? names : {})
      .filter((name) => house.has(name) && !allowed.includes(house.get(name) ?? ""))
      .map(
        (name) =>
          `packages/${folder}/package.json has ${name} in ${section}: ${folder} may import ${list(allowed)} of this house`
      )
  })
}

// A reference that is missing builds in the wrong order, and one too many opens a way that the manifest closes.
const referenceProblems = ({ folder, house, manifest, root }: Package): ReadonlyArray<string> => {
  const file = path.join(root, "packages", folder, "tsconfig.json")
  if (!fs.existsSync(file)) return []
  const references = readJson(file).references
  const referred = (Array.isArray(references) ? references : []).map((entry) => path.basename(String(entry.path)))
  const needed = dependencySections.flatMap((section) => {
    const names = manifest[section]
    return Object.keys(isRecord(names) ? names : {}).flatMap((name) => house.get(name) ?? [])
  })
  const at = `packages/${folder}/tsconfig.json`
  return [
    ...needed.filter((name) => !referred.includes(name)).map((name) => `${at} lacks a reference to ../${name}`),
    ...referred
      .filter((name) => !needed.includes(name))
      .map((name) => `${at} refers to ../${name}, which package.json does not`)
  ]
}

const sourceProblems = ({ folder, house, root, rule }: Package): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const src = path.join(root, "packages", folder, "src")
  const graph = new Map<string, Array<string>>()
  for (const file of sourceFiles(src)) {
    const own = path.relative(root, file)
    const edges: Array<string> = []
    for (const { line, specifier } of importsOf(fs.readFileSync(file, "utf8"))) {
      const place = `${own}:${line} imports ${specifier}`
      if (specifier.startsWith(".")) {
        const target = path.resolve(path.dirname(file), specifier)
        if (path.relative(src, target).startsWith("..")) problems.push(`${place}: ${folder} ends at its own src`)
        else edges.push(path.relative(root, target))
        continue
      }
      const wrong = verdict(folder, path.relative(src, file), specifier, rule, house)
      if (wrong !== undefined) problems.push(`${place}: ${wrong}`)
    }
    graph.set(own, edges)
  }
  return [...problems, ...cycles(graph).map((cycle) => `${cycle.join(" -> ")}: a circle of imports`)]
}

/** One sentence for each edge in the packages under `root` that goes the wrong way, and for each circle of files. */
export const checkImports = (root: string): ReadonlyArray<string> => {
  const manifests = fs
    .readdirSync(path.join(root, "packages"))
    .sort()
    .map((folder) => ({ folder, file: path.join(root, "packages", folder, "package.json") }))
    .filter(({ file }) => fs.existsSync(file))
    .map(({ file, folder }) => ({ folder, manifest: readJson(file) }))
  const house = new Map(manifests.map(({ folder, manifest }) => [String(manifest.name), folder] as const))
  return manifests.flatMap(({ folder, manifest }) => {
    const rule = ruleOf(folder)
    if (rule === undefined) return [`packages/${folder} has no rule: say in scripts/importRules.ts what it may import`]
    const one: Package = { folder, house, manifest, root, rule }
    return [...manifestProblems(one), ...referenceProblems(one), ...sourceProblems(one)]
  })
}
