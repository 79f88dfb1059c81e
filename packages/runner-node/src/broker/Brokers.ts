import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Broker, type BrokerWatch, startBroker } from "./Broker.ts"
import type { BrokerProgram } from "./BrokerProgram.ts"

/** The broker of a runner, and the next one when that has died. */
export interface Brokers {
  /** The one that can be given a hook now; nothing while none is ready. Never waits. */
  readonly current: () => Broker | undefined
}

/** No broker ever. */
export const noBrokers: Brokers = { current: () => undefined }

/** After so many that have never become ready, none is started any more. */
const mostFailures = 3

/**
 * Starts a broker and goes on without waiting for it; one that dies is followed by another. When the scope closes, the
 * last one is ended and waited for. Rule: RUN-50, RUN-54
 */
export const makeBrokers = Effect.fnUntraced(function* (
  program: BrokerProgram,
  watch: Pick<BrokerWatch, "begin" | "silenceMs" | "startUpMs">
): Effect.fn.Return<Brokers, never, Scope.Scope> {
  const fork = Effect.runForkWith(yield* Effect.context())
  const tell = (text: string) => fork(Effect.logWarning(text))
  let broker: Broker | undefined
  let failures = 0
  let isClosed = false

  const failed = (why: string) => {
    failures++
    if (failures < mostFailures) return start()
    tell(`the spawn broker ${why}; this host starts its hooks itself`)
  }
  const died = (why: string, wasReady: boolean) => {
    broker = undefined
    if (isClosed) return
    if (!wasReady) return failed(why)
    tell(`the spawn broker ${why}; another one is started`)
    start()
  }
  const start = () => {
    try {
      broker = startBroker(program, {
        ...watch,
        ready: () => {
          failures = 0
        },
        died
      })
    } catch (error) {
      failed(`could not be started: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  yield* Effect.acquireRelease(Effect.sync(start), () =>
    Effect.callback<void>((resume) => {
      isClosed = true
      if (broker === undefined) resume(Effect.void)
      else broker.end(() => resume(Effect.void))
    })
  )
  return { current: () => (broker?.isReady() === true ? broker : undefined) }
})
