import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { endTreesAtExit } from "./endTreesAtExit.ts"
import type { Leader, ProcessTree } from "./ProcessTree.ts"

/** A run that has not given its answer yet. */
export interface RunningHook {
  /** Interrupts the run. */
  readonly stop: () => void
  /** The process that could still be signalled. */
  readonly leader: () => Leader | undefined
}

/** The runs of one runner, so that none outlives it. Rule: RUN-18 */
export interface RunningHooks {
  readonly add: (hook: RunningHook) => void
  readonly remove: (hook: RunningHook) => void
  /** No hook is started any more. */
  readonly closed: () => boolean
}

/**
 * Interrupts what still runs when the scope closes and waits until it is gone; when this process ends without closing it,
 * ends the hooks as far as one turn allows. A process that is killed by a signal that it does not handle can do neither.
 * Rule: RUN-18
 */
export const makeRunningHooks = Effect.fnUntraced(function* (
  tree: ProcessTree
): Effect.fn.Return<RunningHooks, never, Scope.Scope> {
  const hooks = new Set<RunningHook>()
  let closed = false
  let whenNoneIsLeft = () => {}

  const atExit = () => {
    const leaders = [...hooks].flatMap((hook) => hook.leader() ?? []).filter((leader) => !leader.collected())
    endTreesAtExit(leaders, tree)
  }
  const close = Effect.callback<void>((resume) => {
    closed = true
    whenNoneIsLeft = () => resume(Effect.void)
    for (const hook of hooks) hook.stop()
    if (hooks.size === 0) whenNoneIsLeft()
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", atExit)),
    () =>
      Effect.andThen(
        close,
        Effect.sync(() => process.off("exit", atExit))
      )
  )
  return {
    add: (hook) => hooks.add(hook),
    remove: (hook) => {
      hooks.delete(hook)
      if (closed && hooks.size === 0) whenNoneIsLeft()
    },
    closed: () => closed
  }
})
