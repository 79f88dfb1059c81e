// How quick Pawl is, as ratios of work done side by side: `npm run bench`, with `-- WORD…` for the rows that have one of these
// words in their name, `--json`, `--seed N`, `--pairs N`, and `--short`, which only shows that every row can be measured.
// Any file in `bench/rows` is picked up.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { type FoundRow, measureRow } from "./measureRow.ts"
import type { Figure, Row } from "./Row.ts"
import { lineOf, resultOf, warningsOf } from "./report.ts"
import { readCall } from "./words.ts"

const { flags, numbers, words } = readCall(["json", "short"], ["pairs", "seed"])
const isShort = flags.has("short")
const isJson = flags.has("json")
const seed = numbers.get("seed") ?? 1
const shortPairs = 3

const allRows = async (): Promise<ReadonlyArray<FoundRow>> => {
  const folder = path.join(import.meta.dirname, "rows")
  const found: Array<FoundRow> = []
  for (const file of fs.readdirSync(folder).sort()) {
    const { rows }: { readonly rows: ReadonlyArray<Row> } = await import(path.join(folder, file))
    found.push(...rows.map((row) => ({ file: path.join(folder, file), row })))
  }
  return found
}

const figuresOf = (found: FoundRow): Promise<ReadonlyArray<Figure>> => {
  const { pairs, runs } = found.row
  return isShort
    ? measureRow(found, { pairs: shortPairs, seed, isShort }, 1)
    : measureRow(found, { pairs: numbers.get("pairs") ?? pairs, seed, isShort }, runs)
}

const say = (text: string): void => {
  if (!isJson) console.log(text)
}

const [load = 0] = os.loadavg()
const processors = os.availableParallelism()
const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${processors} processors`
const figures: Array<Figure> = []
const take = (measured: ReadonlyArray<Figure>): void => {
  figures.push(...measured)
  for (const figure of measured) say(isShort ? `${figure.name}: measured` : lineOf(figure))
}

const asked = (await allRows()).filter(({ row }) => words.length === 0 || words.some((word) => row.name.includes(word)))
if (asked.length === 0) {
  console.error(`no row has ${words.join(" or ")} in its name`)
  process.exit(2)
}
say(`${machine}, load average ${load.toFixed(1)}, seed ${seed}`)
const possible = asked.filter(({ row: { name, needs } }) => {
  const isHere = needs === undefined || needs === process.platform
  if (!isHere) say(`${name}: left out, it needs ${needs}`)
  return isHere
})
if (isShort) {
  // Where figures do not count, the rows need not wait for one another.
  take((await Promise.all(possible.map(figuresOf))).flat())
} else {
  for (const found of possible) take(await figuresOf(found))
}
const warnings = isShort ? [] : warningsOf(load, processors, figures)
for (const warning of warnings) say(`warning: ${warning}`)
if (isJson) {
  const results = figures.map((figure) => ({ ...figure, result: isShort ? "not judged" : resultOf(figure) }))
  const date = new Date().toISOString()
  console.log(JSON.stringify({ schemaVersion: 1, date, machine, load, seed, warnings, figures: results }, undefined, 2))
}
