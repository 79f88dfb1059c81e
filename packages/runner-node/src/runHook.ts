import { type Ending, type HookInvocation, LeftBehind, outcomeOf, type ProcessOutcome } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type BaseEnvironment, hookEnvironment } from "./Environment.ts"
import { endTree, untilCollected, type WatchedLeader } from "./endTree.ts"
import { openOutput } from "./HookOutput.ts"
import type { HostWatch } from "./HostWatch.ts"
import type { Places, Ticket } from "./Places.ts"
import type { Leader, ProcessTree } from "./ProcessTree.ts"
import { boundedTimeout, type RunnerConfig } from "./RunnerConfig.ts"
import type { RunningHook, RunningHooks } from "./RunningHooks.ts"
import { afterAndTurn, turn } from "./realTime.ts"
import { commandLine, type Shell } from "./Shell.ts"
import { nothingToStart } from "./SpawnFailure.ts"
import type { StdioWay } from "./Stdio.ts"
import { startHook } from "./startHook.ts"

/** What all runs of one runner share. */
export interface RunnerParts {
  readonly config: RunnerConfig
  readonly shell: Shell
  readonly base: BaseEnvironment
  readonly places: Places
  readonly stdio: StdioWay
  readonly tree: ProcessTree
  readonly running: RunningHooks
  readonly nextInvocation: () => string
  /** Nothing where nobody can watch this process. */
  readonly watch: HostWatch | undefined
  /** Told of the process of a run in the turn in which it is started. */
  readonly started?: (leader: Leader) => void
  /** Monotonic, in milliseconds. */
  readonly now: () => number
}

export const queuedOut: Ending = { _tag: "TimedOut", phase: "queued" }
const timedOut: Ending = { _tag: "TimedOut", phase: "running" }

/** A time-out, with the code of a hook that ended by itself when it was asked to. Rule: RUN-63 */
const overranBy = (after: Ending | undefined): Ending =>
  after?._tag === "Exited" ? { ...timedOut, lateCode: after.code } : timedOut

/**
 * One run, from the call to its outcome. Waiting for a place, for the process and for the deadline is one callback, which
 * says how to go on: fibers for each of them would cost more than all the rest of a dispatch. Rule: RUN-5 to RUN-11
 */
export const runHook = (invocation: HookInvocation, parts: RunnerParts): Effect.Effect<ProcessOutcome> =>
  Effect.uninterruptibleMask((restore) => {
    const { config, now } = parts
    const line = commandLine(invocation.handler, parts.shell)
    if (line === undefined) return Effect.succeed(outcomeOf(nothingToStart))

    const id = parts.nextInvocation()
    const called = now()
    const timeoutMs = boundedTimeout(invocation.timeoutMs, config.timeoutCeilingMs)
    const output = openOutput(parts.stdio, invocation.stdin, config)
    let ticket: Ticket | undefined
    let callOff = () => {}
    let entered: number | undefined
    let leader: WatchedLeader | undefined
    let ending: Ending | undefined
    let hook: RunningHook | undefined
    let isBeingEnded = false

    const outcome = (how: Ending, leftRunning: ReadonlyArray<number> = []): ProcessOutcome => ({
      ...output.kept(),
      ending: how,
      queuedMs: (entered ?? now()) - called,
      durationMs: entered === undefined ? 0 : now() - entered,
      removedEnv: entered === undefined ? [] : parts.base.removed,
      leftRunning
    })

    const notEntered = Effect.sync(() => outcome(queuedOut))
    const hasEnded = () => leader === undefined || ending !== undefined || parts.tree.hasEnded(leader)
    const endAll = (of: WatchedLeader) =>
      Effect.suspend(() => {
        isBeingEnded = true
        if (of.collected()) parts.watch?.starting(id)
        return endTree(of, parts.tree, config)
      })
    const endInterrupted = (of: WatchedLeader) =>
      Effect.flatMap(endAll(of), (left) =>
        left.length === 0 ? Effect.void : Effect.flatMap(LeftBehind, (tell) => tell(invocation.binding, left))
      )
    // What a hook has left on purpose lives when it is interrupted. One that was killed, by a second signal to this process
    // for one, has left nothing on purpose.
    const endLeavings = Effect.suspend(() =>
      leader !== undefined && ending?._tag === "Signalled" && ending.signal === "SIGKILL"
        ? endInterrupted(leader)
        : Effect.void
    )
    // From here on the hook has ended: interrupting is at once.
    const ended = (how: Ending) =>
      leader === undefined
        ? Effect.sync(() => outcome(how))
        : Effect.onInterrupt(
            Effect.map(restore(output.untilDrained), () => outcome(how)),
            () => endLeavings
          )
    const overran = Effect.suspend(() =>
      leader === undefined
        ? Effect.sync(() => outcome(timedOut))
        : Effect.flatMap(endAll(leader), (left) =>
            Effect.map(output.untilDrained, () => outcome(overranBy(ending), left))
          )
    )
    const overdue = Effect.suspend(() => {
      if (!hasEnded() || leader === undefined) return overran
      // It came in time, and only the news of it is late: on a busy machine a signal may need more than one turn.
      return Effect.flatMap(untilCollected(leader, config.reapMs), () =>
        ending === undefined ? overran : ended(ending)
      )
    })
    const interrupted = Effect.suspend(() => {
      // It has not been started, and must not be in the turn that follows.
      if (entered === undefined) return Effect.void
      return Effect.andThen(
        turn,
        Effect.suspend(() => {
          if (leader === undefined) return Effect.void
          return hasEnded()
            ? Effect.andThen(untilCollected(leader, config.reapMs), endLeavings)
            : endInterrupted(leader)
        })
      )
    })

    const enter = (goOn: (next: Effect.Effect<ProcessOutcome>) => void) => {
      const at = now()
      // It has waited beyond its deadline, only nobody had the time to say so: it is not started any more.
      if (at - called >= timeoutMs) return goOn(notEntered)
      entered = at
      const env = hookEnvironment(parts.base, {
        sessionEnv: invocation.sessionEnv,
        identityEnv: invocation.identityEnv,
        notInherited: invocation.notInherited,
        invocations: [...invocation.outerInvocations, id],
        capturedPath: config.capturedPath()
      })
      parts.watch?.starting(id)
      try {
        leader = startHook({ line, workingDirectory: invocation.workingDirectory, env }, id, output.stdio, parts.tree, {
          ended: (how) => {
            ending = how
            parts.watch?.ended(id)
            // The search for what has left its group is still to come.
            if (isBeingEnded) parts.watch?.starting(id)
            goOn(ended(how))
          },
          drained: output.drained
        })
      } catch (error) {
        return goOn(Effect.die(error))
      }
      if (leader === undefined) return
      parts.watch?.started(id, leader.pid)
      parts.started?.(leader)
    }

    const next = Effect.callback<Effect.Effect<ProcessOutcome>>((resume) => {
      const goOn = (then: Effect.Effect<ProcessOutcome>) => resume(Effect.succeed(then))
      hook = { stop: () => resume(Effect.interrupt), leader: () => leader }
      parts.running.add(hook)
      // Before the start: waiting for a place counts.
      callOff = afterAndTurn(timeoutMs, () => goOn(entered === undefined ? notEntered : overdue))
      ticket = parts.places.request(invocation.beforeOperation, () => output.stdio.whenReady(() => enter(goOn)))
      return interrupted
    })

    const release = Effect.sync(() => {
      callOff()
      try {
        output.stdio.close()
      } finally {
        // Whatever was wrong with its streams: nobody waits for this hook any more.
        parts.watch?.ended(id)
        ticket?.leave()
        if (leader !== undefined && !leader.collected()) leader.forget()
        if (hook !== undefined) parts.running.remove(hook)
      }
    })
    return Effect.ensuring(Effect.flatten(restore(next)), release)
  })
