export { announce } from "./announce.ts"
export { FOLLOW_UP_LIMIT_CODE } from "./budgeted.ts"
export { ContinuationBudget, type FollowUpAsked, type FollowUpTaken, type LimitReached } from "./ContinuationBudget.ts"
export { CurrentPolicy } from "./CurrentPolicy.ts"
export { type ComposeInput, compose } from "./compose.ts"
export { Decision, DecisionKind, kindOf, reasonOf, strictest, strictness } from "./Decision.ts"
export {
  DENIED_BY_HOOK_PREFIX,
  type DeniedCall,
  DeniedResult,
  deniedFailure,
  deniedResult
} from "./deniedResult.ts"
export { any as anyFloor, Floors, readFloors } from "./Floors.ts"
export { HostDecision } from "./HostDecision.ts"
export { unanswerableAsk } from "./headlessAsk.ts"
export { type FinalDecision, type Judgement, lastOutcome, type RestartCause, type Round } from "./Judgement.ts"
export { type JudgeServices, judge } from "./judge.ts"
export type { Confirmation, JudgingHost, Question } from "./Question.ts"
export {
  APPROVAL_UNAVAILABLE_PREFIX,
  approvalUnavailableText,
  DEFAULT_ASK_REASON,
  DEFAULT_DENY_REASON,
  DEFERRAL_UNSUPPORTED_REASON,
  HOST_CONFIRMATION_REASON,
  HOST_DENY_REASON,
  NOT_CONFIRMED_REASON,
  REWRITE_UNSUPPORTED_REASON,
  UNSTABLE_REASON
} from "./reasons.ts"
export { noticesBeside, otherReasons, reasonsIn } from "./said.ts"
