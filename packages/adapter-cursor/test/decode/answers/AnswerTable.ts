import type { Reading } from "@pawl/core"
import type { Exit, Policy } from "./exits.ts"

/** What one kind of answer comes to after one kind of end. */
export interface AnswerRow<Answer extends string> {
  readonly answers: ReadonlyArray<Answer>
  readonly exits: ReadonlyArray<Exit>
  readonly comesTo: { readonly [P in Policy]: string }
  /** Which fields of other events are handed on to be refused: all that ask, those that deny, ask or halt, or none. */
  readonly refuses: "all" | "tightening" | "none"
  /** The codes of what is told, whatever the answer says beside. */
  readonly told: { readonly [P in Policy]: ReadonlyArray<string> }
}

/** Every kind of answer, with how the page for people calls it and an output that is one. */
type AnswerKinds<Answer extends string> = {
  readonly [A in Answer]: { readonly called: string; readonly example: string }
}

/** A table of answers for one kind of event; the readings other than `tight` have only the rows that differ. */
export interface AnswerTable<Answer extends string> {
  readonly answers: AnswerKinds<Answer>
  readonly exits: ReadonlyArray<Exit>
  readonly rows: { readonly [R in Reading]: ReadonlyArray<AnswerRow<Answer>> }
}

const cellsOf = (line: string): ReadonlyArray<string> => line.split("|").map((cell) => cell.trim())
const listOf = (cell: string): ReadonlyArray<string> =>
  cell
    .split(/[,;] ?/u)
    .map((word) => word.trim())
    .filter((word) => word !== "")

const allExits: ReadonlyArray<Exit> = ["0", "0, cut", "2", "late 2", "failed", "failed, cut", "not started", "lost"]

const one = <A extends string>(words: ReadonlyArray<A>, cell: string): A => {
  const found = words.find((word) => word === cell)
  if (found === undefined) throw new Error(`"${cell}" is none of ${words.join(", ")}`)
  return found
}

const readRow = <Answer extends string>(line: string, known: ReadonlyArray<Answer>): AnswerRow<Answer> => {
  const [answers = "", exits = "", open = "", closed = "", strict = "", refuses = "", told = ""] = cellsOf(line)
  const [toldOpen = "", toldClosed = toldOpen, toldStrict = toldOpen] = told.split("/")
  return {
    answers: answers === "any" ? known : answers.split(";").map((answer) => one(known, answer.trim())),
    exits: exits.split(";").map((exit) => one(allExits, exit.trim())),
    comesTo: { open, closed, strict },
    refuses: one(["all", "tightening", "none"], refuses),
    told: { open: listOf(toldOpen), closed: listOf(toldClosed), strict: listOf(toldStrict) }
  }
}

/**
 * Reads a table as people write one: `answers | exits | open | closed | strict | refuses | told`. `;` stands between
 * several answers or ends, `any` is every answer; what is told may differ by column, with `/` between.
 */
export const answerTable = <Answer extends string>(
  answers: AnswerKinds<Answer>,
  written: { readonly [R in Reading]: string }
): AnswerTable<Answer> => {
  const known = Object.keys(answers).filter((word): word is Answer => Object.hasOwn(answers, word))
  const rows = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => readRow(line, known))
  return {
    answers,
    exits: allExits,
    rows: { asWritten: rows(written.asWritten), tight: rows(written.tight), shipped: rows(written.shipped) }
  }
}

/** The only row of a list that holds; two rows for one combination are a mistake of the table. */
export const rowIn = <Answer extends string>(
  rows: ReadonlyArray<AnswerRow<Answer>>,
  answer: Answer,
  exit: Exit
): AnswerRow<Answer> | undefined => {
  const [row, ...more] = rows.filter(({ answers, exits }) => answers.includes(answer) && exits.includes(exit))
  if (more.length > 0) throw new Error(`${more.length + 1} rows hold for "${answer}" after "${exit}"`)
  return row
}

/** The row that holds in a reading: its own, else that of `tight`. A combination without one is a mistake of the table. */
export const rowFor = <Answer extends string>(
  { rows }: AnswerTable<Answer>,
  answer: Answer,
  exit: Exit,
  reading: Reading
): AnswerRow<Answer> => {
  const row = rowIn(rows[reading], answer, exit) ?? rowIn(rows.tight, answer, exit)
  if (row === undefined) throw new Error(`no row holds for "${answer}" after "${exit}" in the reading ${reading}`)
  return row
}
