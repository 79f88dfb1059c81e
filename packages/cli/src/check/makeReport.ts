import type { Diagnostic } from "@pawl/core"
import type { Discovery } from "@pawl/sources"
import type { CheckedFile, CheckReport, Finding } from "./CheckReport.ts"

const finding = ({ code, severity, message, hint, place }: Diagnostic): Finding => ({
  code,
  severity,
  line: place?.line ?? 1,
  column: place?.column ?? 1,
  at: place?.at ?? "",
  message,
  ...(hint === undefined ? {} : { hint })
})

/** Findings in the order in which somebody reads the file. */
const byPlace = (a: Finding, b: Finding): number => a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1)

/** A file as it is reported. Rule: CLI-31 */
export const checkedFile = (
  file: Pick<CheckedFile, "path" | "format" | "bindings">,
  diagnostics: ReadonlyArray<Diagnostic>
): CheckedFile => ({ ...file, findings: diagnostics.map(finding).sort(byPlace) })

/** The report on some files, with the sums that a person looks at first. Rule: CLI-31 */
export const makeReport = (
  files: ReadonlyArray<CheckedFile>,
  { searched, notSearched }: Pick<Discovery, "searched" | "notSearched">
): CheckReport => {
  const findings = files.flatMap((file) => file.findings)
  const count = (severity: Finding["severity"]) => findings.filter((f) => f.severity === severity).length
  return {
    schemaVersion: 1,
    files,
    searched,
    summary: {
      files: files.length,
      bindings: files.reduce((sum, file) => sum + file.bindings, 0),
      errors: count("error"),
      warnings: count("warning"),
      hints: count("hint"),
      notSearched
    }
  }
}
