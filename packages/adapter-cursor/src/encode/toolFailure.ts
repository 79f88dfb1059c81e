import type { ActionFailure } from "@pawl/core"
import { type Fields, present } from "./Fields.ts"

const types: { readonly [K in ActionFailure["_tag"]]: "error" | "timeout" | "permission_denied" } = {
  Failed: "error",
  TimedOut: "timeout",
  DeniedByHost: "permission_denied",
  DeniedByHook: "permission_denied",
  Cancelled: "error"
}

/** Why a tool call has no result; a cancelled one is an interrupt, with its reason where it is known. Rule: CUR-74 */
export const toolFailure = (failure: ActionFailure): Fields =>
  present({
    error_message: failure.message,
    failure_type: types[failure._tag],
    is_interrupt: failure._tag === "Cancelled",
    cancellation_reason: failure._tag === "Cancelled" ? failure.reason : undefined
  })
