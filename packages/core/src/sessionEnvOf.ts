import type { DispatchOutcome } from "./DispatchOutcome.ts"
import type { SessionEnv } from "./Envelope.ts"

/**
 * The session variables of an outcome as later envelopes carry them: a host keeps what each start of a session gave, and
 * hands all of it in with every later moment of the conversation. Each is for hooks of the source that set it, and for
 * nobody else. None where the host's profile does not honour them. Rule: CORE-88
 *
 * @example
 * ```ts
 * const kept = [...before, ...sessionEnvOf(outcome)]
 * const moment: Envelope = { ...envelope, sessionEnv: kept }
 * ```
 */
export const sessionEnvOf = ({
  merged,
  records
}: Pick<DispatchOutcome, "merged" | "records">): ReadonlyArray<SessionEnv> => {
  const sources = new Map(records.map(({ binding, source }) => [binding, source]))
  return merged.sessionEnv.flatMap(({ binding, variables }) => {
    const source = sources.get(binding)
    return source === undefined ? [] : [{ source, variables }]
  })
}
