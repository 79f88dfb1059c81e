import { coreBoundaryTable, defaultRunPolicy, describeBoundary, type MergedEffects } from "@pawl/core"
import { compose, type Decision, type HostDecision } from "@pawl/permission"

// The host would run it. The hooks' answer comes from a dispatch; see @pawl/core.
const hostDecision: HostDecision = { _tag: "Execute" }

export const decide = (merged: MergedEffects): Decision =>
  compose({
    merged,
    boundary: describeBoundary(coreBoundaryTable, "tool.pre"),
    hostDecision,
    surface: "interactive",
    policy: defaultRunPolicy,
    approved: false
  })
