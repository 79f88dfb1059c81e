import * as Context from "effect/Context"
import type { HostProfile } from "./HostProfile.ts"

/**
 * The host that this process is: its profile, and the roots that its configuration names. The roots decide which
 * project sources are always in scope; what an envelope says can only add sources. Rule: CORE-6, CORE-26
 */
export class CurrentHost extends Context.Service<
  CurrentHost,
  {
    readonly profile: HostProfile
    readonly roots: ReadonlyArray<string>
  }
>()("@pawl/core/CurrentHost") {}

/** Ids of the invocations that this process runs below, outermost first: a hook may start a Pawl. Rule: CORE-48 */
export const OuterInvocations = Context.Reference<ReadonlyArray<string>>("@pawl/core/OuterInvocations", {
  defaultValue: () => []
})
