import {
  type BoundaryDescriptor,
  coreBoundaryTable,
  defaultRunPolicy,
  describeBoundary,
  type MergedEffects,
  type Reason
} from "@pawl/core"
import { merged, reason } from "@pawl/core/testing"
import type { ComposeInput } from "@pawl/permission"

export const boundary = (id: string): BoundaryDescriptor => describeBoundary(coreBoundaryTable, id)

export const noOpinion: MergedEffects = merged()

export const hookReason = (text: string): Reason => reason(text, { binding: "hooks.json#guard[0]" })

export const asks = (text: string): MergedEffects => merged({ verdict: { _tag: "Ask", reason: hookReason(text) } })

export const denies = (text: string): MergedEffects => merged({ verdict: { _tag: "Deny", reason: hookReason(text) } })

export const allows: MergedEffects = merged({ verdict: { _tag: "Allow", binding: "hooks.json#guard[0]" } })

export const defers: MergedEffects = merged({ deferrals: ["hooks.json#guard[1]"] })

export const rewrites: MergedEffects = merged({
  replacementInput: { binding: "hooks.json#guard[2]", value: { command: "git push" } }
})

export const halts = (text: string): MergedEffects => merged({ halt: hookReason(text) })

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
