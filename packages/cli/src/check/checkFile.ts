import {
  type Diagnostic,
  everythingProfile,
  HookFormats,
  type LintWorld,
  type SourceCandidate,
  UnknownFormat
} from "@pawl/core"
import { sourceFindings } from "@pawl/sources"
import * as Effect from "effect/Effect"
import type { CheckedFile } from "./CheckReport.ts"
import { checkedFile } from "./makeReport.ts"

const severities: Readonly<Record<string, { readonly severity: Diagnostic["severity"] }>> = sourceFindings

/** What forbids `exec` to run the hooks of a file, and does not forbid to look at it. Rule: CLI-30 */
const withRefusal = (finding: Diagnostic): Diagnostic =>
  finding.severity !== "error" && severities[finding.code]?.severity === "error"
    ? { ...finding, message: `${finding.message} pawl exec refuses the file.` }
    : finding

/**
 * Everything that can be said about one file without starting anything: what stands against reading it, what its format
 * finds in it, what no host could do with it, and what is wrong with the scripts that it names. Rule: CLI-30
 */
export const checkFile = Effect.fnUntraced(function* (
  { source, contents }: SourceCandidate,
  warnings: ReadonlyArray<Diagnostic>,
  world: (workingDirectory: string) => LintWorld
): Effect.fn.Return<CheckedFile, never, HookFormats> {
  const file = { path: source.path, format: source.format, bindings: 0 }
  if (contents._tag === "Unreadable") return checkedFile(file, contents.diagnostics.map(withRefusal))
  const told = warnings.map(withRefusal)
  const adapter = (yield* HookFormats).get(source.format)
  if (adapter === undefined) {
    const { message } = new UnknownFormat({ format: source.format })
    return checkedFile(file, [...told, { code: "pawl/unknown-format", severity: "error", message }])
  }
  const parsed = yield* adapter.parse(contents.text.text)
  const { bindings, diagnostics } = adapter.bindings(parsed, { source, profile: everythingProfile, reading: "tight" })
  const ofScripts = yield* adapter.lint(parsed, world(source.workingDirectory))
  const inForce = bindings.filter(({ standing }) => standing._tag === "Active").length
  return checkedFile({ ...file, bindings: inForce }, [...told, ...parsed.findings, ...diagnostics, ...ofScripts])
})
