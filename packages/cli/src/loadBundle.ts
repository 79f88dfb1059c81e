import * as fs from "node:fs"
import * as path from "node:path"
import process from "node:process"
import * as vm from "node:vm"
import { type CompiledCode, type CompiledFile, nothingCompiled, readCompiled, writeCompiled } from "./CompiledCode.ts"
import { checksum } from "./checksum.ts"
import { endingSignals } from "./endingSignals.ts"

interface Loaded {
  readonly source: number
  readonly script: vm.Script
}

type Require = (id: string) => unknown

/** So much more than what is kept is worth to be kept anew. */
const grown = 1.02
/** To ask V8 how much it has compiled takes 1 to 2 ms, which is too much for each run: one in so many does, by its number. */
const asksOneIn = 8

const compiledBytes = (): number =>
  process.getBuiltinModule("node:v8").getHeapCodeStatistics().bytecode_and_metadata_size

/** What is worth to be kept when this process ends, if anything is. */
const toKeep = (folder: string, kept: CompiledCode, loaded: ReadonlyMap<string, Loaded>): CompiledCode | undefined => {
  const isNew = [...loaded.values()].some(({ script }) => script.cachedDataRejected !== false)
  if (!isNew && process.pid % asksOneIn !== 0) return undefined
  const bytes = compiledBytes()
  if (!isNew && bytes <= kept.compiledBytes * grown) return undefined
  const files = new Map<string, CompiledFile>(
    // The files of a version before this one have other names.
    [...kept.files].filter(([name]) => fs.existsSync(path.join(folder, name)))
  )
  for (const [name, { script, source }] of loaded) files.set(name, { source, code: script.createCachedData() })
  return { compiledBytes: bytes, files }
}

/** The end of this process is decided, so a signal that comes while it writes can only leave a half of it behind. */
const writeUndisturbed = (file: string, code: CompiledCode): void => {
  for (const signal of endingSignals) process.on(signal, () => {})
  writeCompiled(file, code)
}

/**
 * Loads a file of the bundle, and whatever that loads, out of what the last start has compiled, and keeps what this one
 * compiles. Node's own cache has only what is compiled when a file is loaded; what is called later, which is most of it, V8
 * compiles then, and that takes as long as all the rest of a short call. Rule: CLI-5
 *
 * @param kept The file to keep it in; nothing is kept without one.
 */
export const loadBundle = (folder: string, entry: string, kept: string | undefined): unknown => {
  const before = kept === undefined ? nothingCompiled : readCompiled(kept)
  const loaded = new Map<string, Loaded>()
  const modules = new Map<string, { exports: unknown }>()
  const load: Require = (id) => {
    const name = path.basename(id)
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const file = path.join(folder, name)
    const bytes = fs.readFileSync(file)
    const source = checksum(bytes)
    const found = before.files.get(name)
    const script = new vm.Script(`(function (exports, require, module) {${bytes.toString()}\n})`, {
      filename: file,
      // V8 itself compares no more than the length of the text.
      ...(found?.source === source ? { cachedData: found.code } : {})
    })
    loaded.set(name, { source, script })
    const module = { exports: {} }
    modules.set(name, module)
    script.runInThisContext()(module.exports, require, module)
    return module.exports
  }
  const require: Require = (id) => (id.startsWith("./") ? load(id) : process.getBuiltinModule(id))
  if (kept !== undefined) {
    process.once("exit", () => {
      const next = toKeep(folder, before, loaded)
      if (next !== undefined) writeUndisturbed(kept, next)
    })
  }
  return load(entry)
}
