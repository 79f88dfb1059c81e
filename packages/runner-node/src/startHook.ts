import childProcess, { type ChildProcess } from "node:child_process"
import process from "node:process"
import type { Ending } from "@pawl/core"
import type { WatchedLeader } from "./endTree.ts"
import { leaveStderrAlone } from "./leaveStderrAlone.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { type Launch, spawnFailure } from "./SpawnFailure.ts"
import type { HookStdio } from "./Stdio.ts"

/** What a started hook tells, each once and never before `startHook` has returned. */
export interface HookListener {
  /** The hook itself has ended, or could not be started. */
  readonly ended: (ending: Ending) => void
  /** Nobody holds its outputs any more. */
  readonly drained: () => void
}

// Node gives code 0 and no signal for a death of a signal that it has no name for (32 and above), as for a normal end.
// Rule: RUN-28
const endingOf = (code: number | null, signal: NodeJS.Signals | null): Ending =>
  signal === null ? { _tag: "Exited", code: code ?? 255 } : { _tag: "Signalled", signal }

/** The process of a hook; nothing where it could not be started, which is told. */
const spawnHook = (
  launch: Launch,
  stdio: HookStdio,
  refused: (error: unknown) => undefined
): ChildProcess | undefined => {
  try {
    const child = childProcess.spawn(launch.line.program, launch.line.arguments, {
      cwd: launch.workingDirectory,
      env: launch.env,
      stdio: stdio.options(),
      // A new session on POSIX; on Windows it would only open a console window.
      detached: process.platform !== "win32",
      windowsHide: true,
      windowsVerbatimArguments: launch.line.verbatim
    })
    for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream) leaveStderrAlone(stream)
    if (child.pid !== undefined) return child
    child.once("error", refused)
    // Some failures leave no streams at all, others leave some that never held anything.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => {}).destroy()
    return undefined
  } catch (error) {
    return refused(error)
  }
}

/**
 * Starts a hook in a session of its own, without a controlling terminal: it must not answer a question that was put to
 * the person. Every listener is there before the first byte is written. A start that fails is an ending; then there is
 * no leader. Throws when its outputs cannot be read, which is no failure of the hook. Rule: RUN-3, RUN-5, RUN-16
 */
export const startHook = (
  launch: Launch,
  invocation: string,
  stdio: HookStdio,
  tree: ProcessTree,
  listener: HookListener
): WatchedLeader | undefined => {
  const refused = (error: unknown) => {
    const ending = spawnFailure(error, launch)
    queueMicrotask(() => listener.ended(ending))
    return undefined
  }
  const child = spawnHook(launch, stdio, refused)
  if (child?.pid === undefined) return undefined
  const { pid } = child
  child.on("error", () => {})
  child.once("exit", (code, signal) => listener.ended(endingOf(code, signal)))
  const leader: WatchedLeader = {
    pid,
    invocation,
    collected: () => child.exitCode !== null || child.signalCode !== null,
    onCollected: (then) => child.once("exit", then),
    forget: () => child.unref()
  }
  try {
    stdio.connect(child, listener.drained)
  } catch (error) {
    // Nobody would hear what it says.
    tree.end(leader)
    throw error
  }
  return leader
}
