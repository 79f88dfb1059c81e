import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** What the broker is started from: a Node, and the file of its program. */
export interface BrokerProgram {
  readonly node: string
  readonly file: string
}

/** What a host may have to say itself, because it cannot be found out everywhere. */
export interface BrokerPlaces {
  /** A Node to run the broker; by default the one that runs this process. */
  readonly node?: string | undefined
  /** The broker's program; by default the file beside this one. */
  readonly file?: string | undefined
}

/** A program, or in a sentence why there is none. */
export type BrokerProgramFound =
  | { readonly _tag: "Found"; readonly program: BrokerProgram }
  | { readonly _tag: "NotFound"; readonly why: string }

const notFound = (why: string): BrokerProgramFound => ({ _tag: "NotFound", why })

const nodeName = /^node(js)?[-.\d]*(\.exe)?$/i
const otherRuntimes = ["electron", "bun", "deno"] as const

/** Starting this process's program once more could open another window of it, so it must be known to be a Node. Rule: RUN-57 */
const isNode = (program: string): boolean =>
  nodeName.test(path.basename(program)) && otherRuntimes.every((name) => process.versions[name] === undefined)

// Beside the sources, which are run as they are in this repository, lies its source; what is published has it as one file.
const ownFile = (): string => {
  const here = fileURLToPath(import.meta.url)
  return path.join(path.dirname(here), here.endsWith(".ts") ? "helper.ts" : "../bundle/helper.mjs")
}

/**
 * Finds what the broker is started from. Only on Linux: elsewhere the system starts a process without copying what the
 * host has in memory, so a broker would save nothing. Rule: RUN-57
 */
export const findBrokerProgram = (places: BrokerPlaces, platform: NodeJS.Platform): BrokerProgramFound => {
  if (platform !== "linux") return notFound("a spawn broker saves nothing on this system")
  const node = places.node ?? process.execPath
  if (places.node === undefined && !isNode(node))
    return notFound(`this host runs in ${node}, which is no Node that could run it; name one (\`node\`)`)
  const file = places.file ?? ownFile()
  if (!fs.existsSync(file))
    return notFound(
      `its program ${file} is not there; a host that is bundled puts \`@pawl/runner-node/helper\` aside as a file of its own and names it (\`file\`)`
    )
  return { _tag: "Found", program: { node, file } }
}

/**
 * The words that start it. After each start of a process the system copies every page that the broker writes to, and
 * that is what its work mostly costs: compiled code, feedback for a compiler and threads of a collector write to many.
 */
export const brokerArguments = ({ file }: BrokerProgram): ReadonlyArray<string> => [
  // It holds little, and is to stay small.
  "--max-semi-space-size=1",
  "--v8-pool-size=0",
  "--single-threaded",
  // Node reads sources with WebAssembly, which it does not have without a compiler.
  ...(file.endsWith(".ts") ? ["--conditions=@pawl/source"] : ["--jitless"]),
  file
]
