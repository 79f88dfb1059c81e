export { announce } from "./announce.ts"
export { type ComposeInput, compose } from "./compose.ts"
export { Decision, DecisionKind, kindOf, reasonOf, strictest, strictness } from "./Decision.ts"
export { any as anyFloor, Floors, readFloors } from "./Floors.ts"
export { HostDecision } from "./HostDecision.ts"
export { unanswerableAsk } from "./headlessAsk.ts"
export {
  APPROVAL_UNAVAILABLE_PREFIX,
  approvalUnavailableText,
  DEFAULT_ASK_REASON,
  DEFAULT_DENY_REASON,
  DEFERRAL_UNSUPPORTED_REASON,
  HOST_CONFIRMATION_REASON,
  HOST_DENY_REASON,
  REWRITE_UNSUPPORTED_REASON
} from "./reasons.ts"
