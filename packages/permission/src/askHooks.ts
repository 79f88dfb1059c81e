import {
  type BoundaryDescriptor,
  type Envelope,
  HookDispatcher,
  HookRegistry,
  type RunPolicy,
  type Snapshot
} from "@pawl/core"
import * as Effect from "effect/Effect"
import { CurrentPolicy } from "./CurrentPolicy.ts"
import { compose } from "./compose.ts"
import type { Decision } from "./Decision.ts"
import { readFloors } from "./Floors.ts"
import { guardQuestion } from "./guardQuestion.ts"
import type { HostDecision } from "./HostDecision.ts"
import type { Round } from "./Judgement.ts"
import type { JudgingHost } from "./Question.ts"

/** One round as it has been asked, before it is known whether it was the last. */
export interface Asked {
  readonly snapshot: Snapshot
  readonly policy: RunPolicy
  readonly round: Round
  /** The decision as it is without an approval: what is left of it for another input or another configuration. */
  readonly lapsed: Decision
}

/** Whether anything is decided at a moment. */
export const isDecided = ({ gate }: BoundaryDescriptor): boolean => gate === "verdict" || gate === "halt"

/**
 * Asks every hook and the host about one input under the configuration of now, and composes what they say. `approved`
 * is worth something for exactly this input. Rule: PERM-19, PERM-21
 */
export const askHooks = Effect.fnUntraced(function* <R>(
  envelope: Envelope,
  approved: boolean,
  boundary: BoundaryDescriptor,
  host: JudgingHost<R>
) {
  const policy = yield* CurrentPolicy.use(({ get }) => get)
  const snapshot = yield* HookRegistry.use((registry) => registry.snapshot)
  const outcome = yield* HookDispatcher.use(({ dispatch }) => dispatch(envelope, { policy, snapshot }))
  const decided = isDecided(boundary)
  const hostDecision: HostDecision = decided ? yield* host.hostDecision(envelope) : { _tag: "Execute" }
  const question = decided ? yield* guardQuestion(envelope) : undefined
  const { merged } = outcome
  const { floors: readAll } = host
  const floors = readAll === undefined ? undefined : readFloors(merged, hostDecision, () => readAll(envelope))
  const composed = (isApproved: boolean): Decision =>
    compose({
      merged,
      boundary,
      hostDecision,
      surface: envelope.surface,
      policy,
      approved: isApproved,
      // What was read as an action is judged once more, before anything runs; what was not must not pass as the original.
      honoursRewrite: outcome.rewritten !== undefined,
      ...(question === undefined ? {} : { question }),
      ...(floors === undefined ? {} : { floors })
    })
  const decision = composed(approved)
  const asked: Asked = {
    snapshot,
    policy,
    round: {
      envelope,
      outcome,
      hostDecision,
      decision,
      ...(question === undefined ? {} : { question }),
      ...(floors === undefined ? {} : { floors })
    },
    lapsed: approved ? composed(false) : decision
  }
  return asked
})
