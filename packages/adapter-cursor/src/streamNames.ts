import type { StreamName } from "@pawl/core"

/** A place of a text where a stream is opened by its name. */
export interface OpenedStream {
  readonly stream: StreamName
  /** As it is written there. */
  readonly name: string
  readonly line: number
}

/** By number, as in /dev/fd/2. */
const numbered = ["stdin", "stdout", "stderr"] as const satisfies ReadonlyArray<StreamName>

const names = /\/(?:dev\/(?:(stdin|stdout|stderr)|fd\/([012]))|proc\/self\/fd\/([012]))(?![\w.])/gu

const isComment = (line: string): boolean => /^\s*(?:#|\/\/)/u.test(line)

const streamOf = (match: RegExpMatchArray): StreamName | undefined =>
  numbered.find((stream, number) => match[1] === stream || (match[2] ?? match[3]) === `${number}`)

/** Where a script, or a command line, opens one of its streams by name; what stands in comments is left alone. */
export const streamsOpenedIn = (text: string): ReadonlyArray<OpenedStream> =>
  text.split("\n").flatMap((line, index) =>
    isComment(line)
      ? []
      : [...line.matchAll(names)].flatMap((match) => {
          const stream = streamOf(match)
          return stream === undefined ? [] : [{ stream, name: match[0], line: index + 1 }]
        })
  )

/** What does the same without a name. */
export const withoutName: Readonly<Record<StreamName, string>> = {
  stdin: "Read standard input as it is: cat without a file, $(cat), readFileSync(0).",
  stdout: "Write to standard output as it is: nothing, or >&1.",
  stderr: "Write to standard error as it is: >&2."
}
