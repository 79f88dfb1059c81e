import { cleanText, type Diagnostic, type Snapshot } from "@pawl/core"

/** A finding that is told, and how many of its kind stand in the same file and are not. */
interface Told {
  readonly finding: Diagnostic
  readonly more: number
}

/**
 * What of the findings in the hooks files is told beside a run: every error, and the first warning of each kind in a
 * file. What only a host makes of a file is no mistake of the file, and would stand there each time. Rule: CLI-15
 */
export const toldOf = (diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<Told> => {
  const warnings = new Map<string, Told>()
  const told: Array<Told> = []
  for (const finding of diagnostics) {
    const { code, dependsOnHost, file = "", severity } = finding
    if (severity === "error") told.push({ finding, more: 0 })
    if (severity !== "warning" || dependsOnHost === true) continue
    const kind = `${file}\0${code}`
    const first = warnings.get(kind)
    const others = finding.others ?? 0
    const next = { finding: first?.finding ?? finding, more: first === undefined ? others : first.more + 1 + others }
    warnings.set(kind, next)
    if (first === undefined) told.push(next)
    else told[told.indexOf(first)] = next
  }
  return told
}

/** The hooks that could not be run because of a mistake in their definition that was told with the hooks files. Rule: CLI-15 */
export const toldHooks = ({ sources }: Snapshot): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ bindings, diagnostics }) => {
      const told = new Set(toldOf(diagnostics).map(({ finding }) => cleanText(finding.message)))
      return bindings.flatMap(({ id, standing }) =>
        standing._tag === "Withheld" && told.has(standing.reason) ? [id] : []
      )
    })
  )
