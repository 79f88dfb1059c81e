import { parseArgs } from "node:util"

/** What the caller has said, or a sentence and exit code 2. */
interface Said {
  readonly words: ReadonlyArray<string>
  readonly flags: ReadonlySet<string>
  readonly numbers: ReadonlyMap<string, number>
}

const refuse = (why: string): never => {
  console.error(why)
  process.exit(2)
}

/** Reads the words of a call: flags that are there or not, options with a number, and the rest. */
export const readCall = (flags: ReadonlyArray<string>, numbers: ReadonlyArray<string>): Said => {
  const options: Record<string, { readonly type: "boolean" | "string" }> = {}
  for (const name of flags) options[name] = { type: "boolean" }
  for (const name of numbers) options[name] = { type: "string" }
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const given = numbers
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, Number(values[name])] as const)
    const wrong = given.find(([, value]) => !(value > 0))
    if (wrong !== undefined) return refuse(`--${wrong[0]} needs a number above zero`)
    return {
      words: positionals,
      flags: new Set(flags.filter((name) => values[name] === true)),
      numbers: new Map(given)
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
