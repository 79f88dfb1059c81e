import type { Reading } from "@pawl/core"
import type * as Schema from "effect/Schema"
import { type EventFacts, eventTable } from "./eventTable.ts"
import { bases, fieldValues } from "./fieldValues.ts"
import { type Output, outputs } from "./outputs.ts"
import { wrapped, wraps } from "./wraps.ts"

/** One output at one event: which answer of its table it is, and what its marks say. */
export interface Sample {
  readonly stdout: string | Uint8Array
  /** How a failing test calls it. */
  readonly called: string
  /** Whether its marks say what is told of its messages. */
  readonly byHand: boolean
  readonly cell: (reading: Reading) => Cell
}

/** A cell of an output, read. */
export interface Cell {
  readonly answer: string
  readonly refused: ReadonlyArray<string>
  readonly tightening: ReadonlyArray<string>
  readonly adds: ReadonlyArray<string>
  readonly told: ReadonlyArray<string>
}

const readCell = (text: string): Cell => {
  const words = text.split(" ")
  const marked = (mark: string) => words.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length))
  const told = words.some((word) => word.startsWith("?")) ? ["undocumented-field"] : []
  return {
    answer: words.filter((word) => !/^[!%?+~]/u.test(word)).join(" "),
    refused: marked("!").map((field) => field.replace(/^!/u, "")),
    tightening: [...marked("!!"), ...marked("%")],
    adds: marked("+"),
    told: [...told, ...marked("~")]
  }
}

const columnsOf = ({ columns }: EventFacts, reading: Reading): ReadonlyArray<string> =>
  columns.flatMap((column) => (reading === "asWritten" ? [`${column}, as written`, column] : [column]))

/** The cell of an event among those of an output; undefined where the output is not for it. */
const cellIn = (cells: Output["cells"], facts: EventFacts, reading: Reading): Cell | undefined => {
  const column = columnsOf(facts, reading).find((name) => cells[name] !== undefined)
  const text = column === undefined ? undefined : cells[column]
  return text === undefined ? undefined : readCell(text)
}

const show = (stdout: string | Uint8Array): string =>
  typeof stdout === "string" ? JSON.stringify(stdout) : `bytes ${[...stdout].join(" ")}`

const factsOf = (event: string): EventFacts => {
  const facts = eventTable[event]
  if (facts === undefined) throw new Error(`the table of events has no ${event}`)
  return facts
}

/** What an output that was written by hand is at an event. */
export const cellOf = (event: string, stdout: Output["stdout"], reading: Reading): Cell => {
  const cells = outputs.find((output) => output.stdout === stdout)?.cells
  const cell = cells === undefined ? undefined : cellIn(cells, factsOf(event), reading)
  if (cell === undefined) throw new Error(`${show(stdout)} has no cell for ${event}`)
  return cell
}

/** The outputs that were written by hand; each of them has a cell for every event. */
const byHand = (event: string): ReadonlyArray<Sample> =>
  outputs.map(({ stdout }) => ({
    stdout,
    called: show(stdout),
    byHand: true,
    cell: (reading) => cellOf(event, stdout, reading)
  }))

const plain = (answer: string): Cell => ({ answer, refused: [], tightening: [], adds: [], told: [] })

const fixed = (stdout: string | Uint8Array, cell: Cell, asWritten = cell): Sample => ({
  stdout,
  called: show(stdout),
  byHand: false,
  cell: (reading) => (reading === "asWritten" ? asWritten : cell)
})

/** Good answers with one more field: of the wrong type, or twice, or of another event. */
const byField = (event: string, { fields, ignored, kind }: EventFacts): ReadonlyArray<Sample> =>
  Object.entries(fieldValues).flatMap(
    ([field, { asks, harmless, harmlessAsWritten, no = [], tightens, translatedAt, unknownAsWritten, wrong }]) => {
      if (translatedAt?.includes(event) === true) return []
      const member = (value: unknown) => `${JSON.stringify(field)}:${JSON.stringify(value)}`
      return bases[kind].flatMap((base) => {
        if (base.field === field) {
          return base.answer === bases[kind][0].answer
            ? [
                ...wrong.map((value) => fixed(`{${member(value)}}`, plain("unfit"))),
                ...no.map((value) => fixed(`{${member(value)}}`, plain(base.no)))
              ]
            : []
        }
        const beside = (value: unknown, ...cells: readonly [Cell, Cell?]) =>
          fixed(`{${base.members},${member(value)}}`, ...cells)
        const twice = (value: unknown, ...cells: readonly [Cell, Cell?]) =>
          fixed(`{${member(value)},${base.members},${member(value)}}`, ...cells)
        const once = plain(base.answer)
        if (fields.includes(field)) {
          const again = [...asks, ...harmless].slice(0, 2).map((value) => twice(value, plain(base.beside)))
          return [...wrong.map((value) => beside(value, plain(base.beside))), ...again]
        }
        if (ignored.includes(field)) return [...tightens, ...asks, ...harmless].map((value) => beside(value, once))
        const denies = { ...once, refused: [field], tightening: [field] }
        const told = { ...once, told: ["undocumented-field"] }
        const isTold = (value: Schema.Json) =>
          harmlessAsWritten?.some((known) => JSON.stringify(known) === JSON.stringify(value)) === true
        const asWritten = (value: Schema.Json) => (unknownAsWritten ? once : isTold(value) ? told : denies)
        const others = [
          ...asks.map((value) => beside(value, { ...once, refused: [field] })),
          ...harmless.map((value) => beside(value, told, unknownAsWritten ? once : told))
        ]
        return [
          ...tightens.map((value) => beside(value, denies, asWritten(value))),
          ...tightens.map((value) => twice(value, denies, asWritten(value))),
          // Beside a consent and beside a refusal they are looked at in the same way, so once is enough for these.
          ...(base.answer === bases[kind][0].answer ? others : [])
        ]
      })
    }
  )

/** Good answers with something sloppy around them. */
const byWrap = (facts: EventFacts): ReadonlyArray<Sample> =>
  wrapped[facts.kind].flatMap(({ cells, text }) =>
    cellIn(cells, facts, "tight") === undefined
      ? []
      : wraps.map(({ becomes, put, wrap }) => ({
          stdout: put(text),
          called: `${wrap}: ${text}`,
          byHand: false,
          cell: (reading: Reading) => {
            const before = cellIn(cells, facts, reading)
            const after = before === undefined ? undefined : becomes[before.answer]
            if (after === undefined) throw new Error(`"${wrap}" does not say what becomes of ${text}`)
            return plain(after)
          }
        }))
  )

/** Every output that is tried at an event. */
export const samplesOf = (event: string): ReadonlyArray<Sample> => {
  const facts = factsOf(event)
  return [...byHand(event), ...byField(event, facts), ...byWrap(facts)]
}
