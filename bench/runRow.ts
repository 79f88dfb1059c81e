// Measures one row and prints its figures as JSON: what `bench/main.ts` starts for each run. Words: the row's file and name,
// and the form as JSON.
import fs from "node:fs"
import { pathToFileURL } from "node:url"
import { endWithParent } from "./endWithParent.ts"
import type { Form, Row } from "./Row.ts"

endWithParent()
const [file = "", name = "", form = "{}"] = process.argv.slice(2)
const { rows }: { readonly rows: ReadonlyArray<Row> } = await import(pathToFileURL(file).href)
const row = rows.find((one) => one.name === name)
if (row === undefined) throw new Error(`${file} has no row ${name}`)
const asked: Form = JSON.parse(form)
fs.writeSync(1, JSON.stringify(await row.measure(asked)))
