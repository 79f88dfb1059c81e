import childProcess from "node:child_process"
import path from "node:path"
import { promisify } from "node:util"
import type { Figure, Form, Row } from "./Row.ts"
import { quantile } from "./statistics.ts"

/** A row, and the file that it stands in. */
export interface FoundRow {
  readonly file: string
  readonly row: Row
}

const execFile = promisify(childProcess.execFile)
const runRow = path.join(import.meta.dirname, "runRow.ts")

/** One run of a row, in a process of its own. */
const runOnce = async ({ file, row }: FoundRow, form: Form): Promise<ReadonlyArray<Figure>> => {
  const call = [...process.execArgv, ...row.flags, runRow, file, row.name, JSON.stringify(form)]
  const { stdout } = await execFile(process.execPath, call)
  return JSON.parse(stdout)
}

/** Of several runs the one with the middle value, figure by figure. */
const middleOf = (runs: ReadonlyArray<ReadonlyArray<Figure>>): ReadonlyArray<Figure> => {
  const [first = []] = runs
  return first.map((figure, index) => {
    const all = runs.flatMap((run) => run.slice(index, index + 1))
    const middle = quantile(all.map(({ value }) => value))
    return all.find(({ value }) => value === middle) ?? figure
  })
}

/** The figures of a row, each from its middle run; a row without a figure is a failure. */
export const measureRow = async (found: FoundRow, form: Form, runs: number): Promise<ReadonlyArray<Figure>> => {
  const { name } = found.row
  const all: Array<ReadonlyArray<Figure>> = []
  for (let run = 0; run < runs; run++) {
    if (!form.isShort) process.stderr.write(`${name}: run ${run + 1} of ${runs}\n`)
    all.push(await runOnce(found, { ...form, seed: form.seed + run }))
  }
  const middle = middleOf(all)
  const isUsable = ({ interval, value }: Figure) => [value, ...interval].every(Number.isFinite)
  if (middle.length === 0 || !middle.every(isUsable)) throw new Error(`the row "${name}" gave no figure`)
  return middle
}
