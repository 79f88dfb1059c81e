// Who may import what: the one place for people and for the check. Lint, manifests and TypeScript references hold the same
// thing each in its own language.

export interface ImportRule {
  /** Packages of this house, by folder; "all" for a composition root. */
  readonly house: ReadonlyArray<string> | "all"
  /** Packages of others. */
  readonly foreign: ReadonlyArray<string>
  /** Node's own modules: none, or all. */
  readonly node: "none" | "all"
  /** A folder of src that may import them all the same, but for processes; its entry point is for composition roots. */
  readonly nodeFolder?: string
}

const rules: Readonly<Record<string, ImportRule>> = {
  core: { house: [], foreign: ["effect"], node: "none" },
  "format-kit": { house: ["core"], foreign: ["effect", "jsonc-parser", "re2js"], node: "none", nodeFolder: "vm" },
  sources: { house: ["core"], foreign: ["effect"], node: "none", nodeFolder: "node" },
  "runner-node": { house: ["core"], foreign: ["effect"], node: "all" },
  permission: { house: ["core"], foreign: ["effect"], node: "none" },
  cli: { house: "all", foreign: ["effect", "@effect/platform-node"], node: "all" }
}

const adapter: ImportRule = { house: ["core", "format-kit"], foreign: ["effect"], node: "none" }

/** The rule of the package in this folder of `packages/`; every `adapter-…` has the same one. */
export const ruleOf = (folder: string): ImportRule | undefined =>
  folder.startsWith("adapter-") ? adapter : rules[folder]
