// How quick Pawl is, as ratios of work done side by side: `npm run bench`, with `-- WORD…` for the rows that have one of these
// words in their name, `--json`, `--seed N`, and `--short`, which only shows that every row can be measured. Any file in
// `bench/rows` is picked up.
import childProcess from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import type { Figure, Form, Row } from "./Row.ts"
import { lineOf, resultOf, warningsOf } from "./report.ts"
import { quantile } from "./statistics.ts"

const here = import.meta.dirname

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    pairs: { type: "string" }
  }
})
const seed = Number(values.seed)

interface Found {
  readonly file: string
  readonly row: Row
}

const allRows = async (): Promise<ReadonlyArray<Found>> => {
  const files = fs.readdirSync(path.join(here, "rows")).sort()
  const found: Array<Found> = []
  for (const file of files.map((name) => path.join(here, "rows", name))) {
    const { rows }: { readonly rows: ReadonlyArray<Row> } = await import(file)
    found.push(...rows.map((row) => ({ file, row })))
  }
  return found
}

/** One run of a row, in a process of its own. */
const runOnce = ({ file, row }: Found, form: Form): ReadonlyArray<Figure> => {
  const words = [...process.execArgv, ...row.flags, path.join(here, "runRow.ts"), file, row.name, JSON.stringify(form)]
  const { status, stdout } = childProcess.spawnSync(process.execPath, words, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (status !== 0) throw new Error(`the row "${row.name}" could not be measured`)
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

const measure = (found: Found): ReadonlyArray<Figure> => {
  const { row } = found
  const pairs = values.short ? 3 : Number(values.pairs ?? row.pairs)
  const runs = values.short ? 1 : row.runs
  const middle = middleOf(
    Array.from({ length: runs }, (_, run) => {
      if (!values.short) process.stderr.write(`${row.name}: run ${run + 1} of ${runs}\n`)
      return runOnce(found, { pairs, seed: seed + run, isShort: values.short })
    })
  )
  const unusable = middle.find(({ interval, value }) => ![value, ...interval].every(Number.isFinite))
  if (middle.length === 0 || unusable !== undefined) throw new Error(`the row "${row.name}" gave no figure`)
  return middle
}

const say = (text: string): void => {
  if (!values.json) console.log(text)
}

const [load = 0] = os.loadavg()
const processors = os.availableParallelism()
const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${processors} processors`
const asked = (await allRows()).filter(
  ({ row }) => positionals.length === 0 || positionals.some((word) => row.name.includes(word))
)
if (asked.length === 0) {
  console.error(`no row has ${positionals.join(" or ")} in its name`)
  process.exitCode = 2
}
say(`${machine}, load average ${load.toFixed(1)}, seed ${seed}`)
const figures: Array<Figure> = []
for (const found of asked) {
  if (found.row.needs !== undefined && found.row.needs !== process.platform) {
    say(`${found.row.name}: left out, it needs ${found.row.needs}`)
    continue
  }
  const measured = measure(found)
  figures.push(...measured)
  for (const figure of measured) say(values.short ? `${figure.name}: measured` : lineOf(figure))
}
const warnings = values.short ? [] : warningsOf(load, processors, figures)
for (const warning of warnings) say(`warning: ${warning}`)
if (values.json) {
  const results = figures.map((figure) => ({ ...figure, result: values.short ? "not judged" : resultOf(figure) }))
  const date = new Date().toISOString()
  console.log(JSON.stringify({ schemaVersion: 1, date, machine, load, seed, warnings, figures: results }, undefined, 2))
}
