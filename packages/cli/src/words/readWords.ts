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

/**
 * Sorts the words of a call by a table of flags: `--flag VALUE`, `--flag=VALUE`, `-f VALUE`; everything after `--` is
 * left as it is. What is wrong comes back as one clause for a sentence that begins with the command. Rule: CLI-2
 */
export const readWords = (flags: ReadonlyArray<Flag>, words: ReadonlyArray<string>): Result.Result<Words, string> => {
  const found = new Map<string, ReadonlyArray<string>>()
  const bare: Array<string> = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ""
    if (word === "--") return Result.succeed({ flags: found, bare, rest: words.slice(i + 1) })
    if (!word.startsWith("-") || word === "-") {
      bare.push(word)
      continue
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1
    const written = equals < 0 ? word : word.slice(0, equals)
    const flag = flags.find((candidate) => candidate.name === written || candidate.short === written)
    if (flag === undefined) return Result.fail(unknownFlag(written, flags))
    const before = found.get(flag.name)
    if (flag.takes === undefined) {
      if (equals >= 0) return Result.fail(`${written} takes no value`)
      found.set(flag.name, [])
      continue
    }
    const value = equals < 0 ? words[++i] : word.slice(equals + 1)
    if (value === undefined || value === "--") return Result.fail(`${written} needs a ${flag.takes}`)
    if (equals < 0 && value.startsWith("-") && value !== "-" && flag.anyValue !== true) {
      return Result.fail(
        `${written} needs a ${flag.takes}, not ${value}; for one of that name write ${written}=${value}`
      )
    }
    if (before !== undefined && flag.repeatable !== true) return Result.fail(`${written} is there twice`)
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
