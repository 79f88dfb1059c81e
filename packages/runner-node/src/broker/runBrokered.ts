import path from "node:path"
import { type Ending, type HookInvocation, LeftBehind, outcomeOf, type ProcessOutcome } from "@pawl/core"
import * as Effect from "effect/Effect"
import { search } from "../endTree.ts"
import type { Places, Ticket } from "../Places.ts"
import { boundedTimeout } from "../RunnerConfig.ts"
import type { RunningHook } from "../RunningHooks.ts"
import { afterAndTurn } from "../realTime.ts"
import { queuedOut, type RunnerParts, runHook } from "../runHook.ts"
import { commandLine } from "../Shell.ts"
import type { Broker, HandedOver } from "./Broker.ts"
import { systemNow } from "./BrokerMessage.ts"
import type { Brokers } from "./Brokers.ts"
import { mostFrameBytes } from "./Frame.ts"
import { lostHook } from "./lostHook.ts"

/** What all runs of a runner with a broker share. */
export interface BrokeredParts extends RunnerParts {
  readonly brokers: Brokers
  /** So long a broker may keep silent about a hook that is overdue, in milliseconds. */
  readonly silenceMs: number
}

/** The place was taken before. */
const inPlace: Places = {
  request: (_, enter) => {
    enter()
    return { leave: () => {} }
  }
}

const withWait = (outcome: ProcessOutcome, waitedMs: number): ProcessOutcome => ({
  ...outcome,
  queuedMs: outcome.queuedMs + waitedMs
})

/** Asks a broker from a time on, again and again, and ends it when it has not come to an end long after that. */
const watchOver = (broker: Broker, parts: BrokeredParts, fromMs: number): (() => void) => {
  const { graceMs, pipeGraceMs, reapMs } = parts.config
  const latest = parts.now() + fromMs + graceMs + reapMs + search.mostMs + pipeGraceMs + parts.silenceMs
  const again = () => {
    if (parts.now() > latest) return broker.kill()
    broker.ask()
    callOff = afterAndTurn(parts.silenceMs, again)
  }
  let callOff = afterAndTurn(fromMs, again)
  return () => callOff()
}

/** A hook that has its place, through a broker. Rule: RUN-51, RUN-53, RUN-54 */
const runThrough = (broker: Broker, invocation: HookInvocation, parts: BrokeredParts, waitedMs: number) =>
  Effect.uninterruptibleMask((restore) => {
    const { config, now } = parts
    const id = parts.nextInvocation()
    const hook = lostHook(id, parts.tree)
    const sent = now()
    let handedOver: HandedOver | undefined
    let running: RunningHook | undefined
    let callOff = () => {}

    const lost = (why: string) =>
      Effect.map(hook.end, (leftRunning): ProcessOutcome => {
        const ending: Ending = { _tag: "Lost", message: `the spawn broker ${why} while it had this hook` }
        const durationMs = now() - sent
        return { ...outcomeOf(ending), queuedMs: waitedMs, durationMs, removedEnv: parts.base.removed, leftRunning }
      })
    const tellLeft = (left: ReadonlyArray<number>) =>
      left.length === 0 ? Effect.void : Effect.flatMap(LeftBehind, (tell) => tell(invocation.binding, left))
    // It completes when nothing of the hook is left, whoever sees to that.
    const cancelled = Effect.flatten(
      Effect.callback<Effect.Effect<void>>((resume) => {
        callOff()
        callOff = watchOver(broker, parts, 0)
        handedOver?.cancel({
          gone: (left) => resume(Effect.succeed(tellLeft(left))),
          lost: () => resume(Effect.succeed(Effect.flatMap(hook.end, tellLeft)))
        })
      })
    )
    const next = Effect.callback<Effect.Effect<ProcessOutcome>>((resume) => {
      running = { stop: () => resume(Effect.interrupt), leader: () => undefined }
      parts.running.add(running)
      const timeoutMs = boundedTimeout(invocation.timeoutMs, config.timeoutCeilingMs) - waitedMs
      const { stdin, ...rest } = invocation
      const capturedPath = config.capturedPath()
      handedOver = broker.send(
        {
          _tag: "Run",
          ...rest,
          // The broker stands somewhere else.
          workingDirectory: path.resolve(rest.workingDirectory),
          timeoutMs,
          invocation: id,
          sentAt: systemNow(),
          ...(capturedPath === undefined ? {} : { capturedPath })
        },
        stdin,
        {
          started: hook.started,
          done: (outcome) => resume(Effect.succeed(Effect.succeed(withWait(outcome, waitedMs)))),
          lost: (why) => resume(Effect.succeed(lost(why)))
        }
      )
      callOff = watchOver(broker, parts, timeoutMs)
      return cancelled
    })
    const release = Effect.sync(() => {
      callOff()
      handedOver?.forget()
      if (running !== undefined) parts.running.remove(running)
    })
    return Effect.ensuring(Effect.flatten(restore(next)), release)
  })

/**
 * One run of a runner with a broker. The place is this host's, so that there is one bound for all hooks, whoever starts
 * them. A hook that finds no broker ready when it has its place is started here. Rule: RUN-51, RUN-53
 */
export const runBrokered = (invocation: HookInvocation, parts: BrokeredParts): Effect.Effect<ProcessOutcome> =>
  Effect.uninterruptibleMask((restore) => {
    const { config, now } = parts
    if (parts.brokers.current() === undefined || commandLine(invocation.handler, parts.shell) === undefined)
      return restore(runHook(invocation, parts))
    const called = now()
    const timeoutMs = boundedTimeout(invocation.timeoutMs, config.timeoutCeilingMs)
    let callOff = () => {}
    let ticket: Ticket | undefined
    let stop = () => {}
    const waiting: RunningHook = { stop: () => stop(), leader: () => undefined }
    parts.running.add(waiting)

    const entered = Effect.suspend(() => {
      const waitedMs = now() - called
      if (waitedMs >= timeoutMs) return queued
      const broker = parts.brokers.current()
      // What is beside the payload is small.
      const fits = invocation.stdin.length < mostFrameBytes / 2
      if (broker !== undefined && fits) return restore(runThrough(broker, invocation, parts, waitedMs))
      const left = { ...invocation, timeoutMs: timeoutMs - waitedMs }
      const direct = runHook(left, { ...parts, places: inPlace })
      return Effect.map(restore(direct), (outcome) => withWait(outcome, waitedMs))
    })
    const queued = Effect.sync(() => withWait(outcomeOf(queuedOut), now() - called))
    const place = Effect.callback<Effect.Effect<ProcessOutcome>>((resume) => {
      const goOn = (then: Effect.Effect<ProcessOutcome>) => {
        callOff()
        stop = () => {}
        resume(Effect.succeed(then))
      }
      stop = () => resume(Effect.interrupt)
      callOff = afterAndTurn(timeoutMs, () => goOn(queued))
      ticket = parts.places.request(invocation.beforeOperation, () => goOn(entered))
      return Effect.void
    })
    const release = Effect.sync(() => {
      callOff()
      ticket?.leave()
      parts.running.remove(waiting)
    })
    return Effect.ensuring(Effect.flatten(restore(place)), release)
  })
