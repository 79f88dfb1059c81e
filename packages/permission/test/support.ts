import {
  type BoundaryDescriptor,
  coreBoundaryTable,
  defaultRunPolicy,
  describeBoundary,
  type MergedEffects,
  type Reason
} from "@pawl/core"
import type { ComposeInput } from "@pawl/permission"

export const boundary = (id: string): BoundaryDescriptor => describeBoundary(coreBoundaryTable, id)

export const noOpinion: MergedEffects = {
  verdict: { _tag: "None" },
  reasons: [],
  notices: [],
  modelContext: [],
  sessionEnv: [],
  deferrals: [],
  extensions: [],
  unsupported: [],
  diagnostics: []
}

export const hookReason = (text: string, binding = "hooks.json#guard[0]"): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  binding
})

export const asks = (text: string): MergedEffects => ({
  ...noOpinion,
  verdict: { _tag: "Ask", reason: hookReason(text) },
  reasons: [hookReason(text)]
})

export const denies = (text: string): MergedEffects => ({
  ...noOpinion,
  verdict: { _tag: "Deny", reason: hookReason(text) },
  reasons: [hookReason(text)]
})

export const allows: MergedEffects = { ...noOpinion, verdict: { _tag: "Allow", binding: "hooks.json#guard[0]" } }

export const defers: MergedEffects = { ...noOpinion, deferrals: ["hooks.json#guard[1]"] }

export const rewrites: MergedEffects = {
  ...noOpinion,
  replacementInput: { binding: "hooks.json#guard[2]", value: { command: "git push" } }
}

export const halts = (text: string): MergedEffects => ({ ...noOpinion, halt: hookReason(text) })

/** A tool call of an interactive host that would run it, with whatever a test is about laid over it. */
export const input = (about: Partial<ComposeInput>): ComposeInput => ({
  merged: noOpinion,
  boundary: boundary("tool.pre"),
  hostDecision: { _tag: "Execute" },
  surface: "interactive",
  policy: defaultRunPolicy,
  approved: false,
  ...about
})
