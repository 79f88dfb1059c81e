import { parseArgs } from "node:util"
import * as Result from "effect/Result"
import { closest } from "./closest.ts"

/** One flag of a command: how it is written, the name of the value that it takes, and what `--help` says of it. */
export interface Flag {
  readonly name: string
  readonly short?: string
  /** The name of its value in the help; absent for a flag that is only there or not. */
  readonly takes?: string
  readonly repeatable?: boolean
  /** Whether its value may begin with a dash without being taken for a forgotten one. */
  readonly anyValue?: boolean
  readonly help: string
}

/** The words of a call, sorted: values by flag name, bare words, and what follows `--` (absent without it). */
export interface Words {
  readonly flags: ReadonlyMap<string, ReadonlyArray<string>>
  readonly bare: ReadonlyArray<string>
  readonly rest: ReadonlyArray<string> | undefined
}

const unknownFlag = (word: string, flags: ReadonlyArray<Flag>): string => {
  const meant = closest(
    word,
    flags.flatMap((flag) => (flag.short === undefined ? [flag.name] : [flag.name, flag.short]))
  )
  return `there is no flag ${word}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** A flag as the parser names it: without its dashes. */
const bareName = (name: string): string => name.replace(/^-+/, "")

const optionsOf = (flags: ReadonlyArray<Flag>) =>
  Object.fromEntries(
    flags.map(({ name, short, takes }) => {
      // A flag that has one letter only is its own short form.
      const letter = short ?? (name.startsWith("--") ? undefined : name)
      const type = takes === undefined ? ("boolean" as const) : ("string" as const)
      return [bareName(name), { type, ...(letter === undefined ? {} : { short: bareName(letter) }) }]
    })
  )

/**
 * Sorts the words of a call by a table of flags: `--flag VALUE`, `--flag=VALUE`, `-f VALUE`; everything after `--` is
 * left as it is. What is wrong comes back as one clause for a sentence that begins with the command; for a command that
 * has no use for bare words, `wrongBare` says what is wrong with the first one, whatever comes behind it. Rule: CLI-2
 */
export const readWords = (
  flags: ReadonlyArray<Flag>,
  words: ReadonlyArray<string>,
  wrongBare?: (word: string) => string
): Result.Result<Words, string> => {
  // Not strict: its own errors are no sentences for a person, and it takes no value that begins with a dash.
  const { tokens } = parseArgs({
    args: [...words],
    options: optionsOf(flags),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const found = new Map<string, ReadonlyArray<string>>()
  const bare: Array<string> = []
  for (const token of tokens) {
    if (token.kind === "option-terminator") {
      return Result.succeed({ flags: found, bare, rest: words.slice(token.index + 1) })
    }
    if (token.kind === "positional") {
      if (wrongBare !== undefined) return Result.fail(wrongBare(token.value))
      bare.push(token.value)
      continue
    }
    const { inlineValue, name, rawName, value } = token
    const flag = flags.find((candidate) => bareName(candidate.name) === name)
    if (flag === undefined) return Result.fail(unknownFlag(rawName, flags))
    if (flag.takes === undefined) {
      if (value !== undefined) return Result.fail(`${rawName} takes no value`)
      found.set(flag.name, [])
      continue
    }
    // Where any text is a value, an empty one is for whoever reads it.
    const isEmpty = value === "" && flag.anyValue !== true
    if (value === undefined || isEmpty || (value === "--" && !inlineValue)) {
      return Result.fail(`${rawName} needs a ${flag.takes}`)
    }
    if (!inlineValue && value.startsWith("-") && value !== "-" && flag.anyValue !== true) {
      return Result.fail(
        `${rawName} needs a ${flag.takes}, not ${value}; for one of that name write ${rawName}=${value}`
      )
    }
    const before = found.get(flag.name)
    if (before !== undefined && flag.repeatable !== true) return Result.fail(`${rawName} is there twice`)
    found.set(flag.name, [...(before ?? []), value])
  }
  return Result.succeed({ flags: found, bare, rest: undefined })
}

const shown = (flag: Flag): string =>
  `${flag.short === undefined ? "" : `${flag.short}, `}${flag.name}${flag.takes === undefined ? "" : ` ${flag.takes}`}`

/** The lines of a help text that list the flags of a command. Rule: CLI-3 */
export const flagLines = (flags: ReadonlyArray<Flag>): string => {
  const width = Math.max(...flags.map((flag) => shown(flag).length))
  return flags.map((flag) => `  ${shown(flag).padEnd(width)}  ${flag.help}`).join("\n")
}
