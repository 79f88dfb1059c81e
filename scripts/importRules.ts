// Who may import what: the one place for people and for the check. Lint, manifests and TypeScript references hold the same
// thing each in its own language.

export interface ImportRule {
  /** Packages of this house, by folder; "all" for a composition root. */
  readonly house: ReadonlyArray<string> | "all"
  /** Packages of others. */
  readonly foreign: ReadonlyArray<string>
  /** Node's own modules: none, all but child_process, or all. */
  readonly node: "none" | "no processes" | "all"
}

const rules: Readonly<Record<string, ImportRule>> = {
  core: { house: [], foreign: ["effect"], node: "none" },
  "format-kit": { house: ["core"], foreign: ["effect", "jsonc-parser", "re2js"], node: "none" },
  sources: { house: ["core"], foreign: ["effect"], node: "no processes" },
  "runner-node": { house: ["core"], foreign: ["effect"], node: "all" },
  permission: { house: ["core"], foreign: ["effect"], node: "none" },
  cli: { house: "all", foreign: ["effect", "@effect/platform-node"], node: "all" }
}

const adapter: ImportRule = { house: ["core", "format-kit"], foreign: ["effect"], node: "none" }

/** The rule of the package in this folder of `packages/`; every `adapter-…` has the same one. */
export const ruleOf = (folder: string): ImportRule | undefined =>
  folder.startsWith("adapter-") ? adapter : rules[folder]
