import net from "node:net"
import process from "node:process"
import { LeftBehind, outcomeOf, type ProcessOutcome } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { leaveStderrAlone } from "../leaveStderrAlone.ts"
import { startOf } from "../linuxMembers.ts"
import { makeRunnerParts } from "../makeRunnerParts.ts"
import { type RunnerParts, runHook } from "../runHook.ts"
import { type BrokerBegin, type BrokerRun, frameOf, hostSaid, systemNow, type ToHost } from "./BrokerMessage.ts"
import { type Frame, makeFrameReader } from "./Frame.ts"
import { writeFrame } from "./writeFrame.ts"

/** No signal of a terminal or of a session that ends may end the broker before its hooks: only the end of its input does. */
const ignoredSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const

/** The deadline is the host's; this only has to be a time that a timer can hold. */
const noCeilingMs = 2 ** 31 - 1

const readBuffer = Buffer.allocUnsafeSlow(65_536)

type Say = (id: number, message: ToHost, bytes?: Uint8Array) => void

/** The runs that this process has been given. */
interface Served {
  readonly run: (id: number, message: BrokerRun, stdin: Uint8Array) => void
  readonly cancel: (id: number) => void
}

const partsFor = (begin: BrokerBegin) =>
  Effect.map(
    makeRunnerParts({
      ...begin,
      inherited: { PATH: begin.searchPath },
      environment: { _tag: "AsItIs" },
      timeoutCeilingMs: noCeilingMs,
      capturedPath: () => undefined
    }),
    (parts): RunnerParts => ({
      ...parts,
      base: { variables: begin.variables, removed: begin.removed },
      // Whoever is handed over has a place already; there must be only one bound.
      places: {
        request: (_, enter) => {
          enter()
          return { leave: () => {} }
        }
      }
    })
  )

const serve = Effect.fnUntraced(function* (begin: BrokerBegin, say: Say): Effect.fn.Return<Served, never, Scope.Scope> {
  const shared = yield* partsFor(begin)
  const fork = Effect.runForkWith(yield* Effect.context())
  const runs = new Map<number, Fiber.Fiber<void>>()
  const left = new Map<number, ReadonlyArray<number>>()

  const finished = (id: number, { stdout, ...outcome }: ProcessOutcome) => {
    runs.delete(id)
    say(id, { _tag: "Done", ...outcome }, stdout)
  }
  return {
    run: (id, { invocation, capturedPath, sentAt, timeoutMs, ...message }, stdin) => {
      // What it has waited on its way counts; one that is overdue is not started any more.
      const remainingMs = Math.max(0, timeoutMs - Math.max(0, systemNow() - sentAt))
      const parts: RunnerParts = {
        ...shared,
        config: { ...shared.config, capturedPath: () => capturedPath },
        nextInvocation: () => invocation,
        started: ({ pid }) => {
          const start = startOf(pid)
          say(id, { _tag: "Started", pid, ...(start === undefined ? {} : { start }) })
        }
      }
      const keepLeft = (_: string, processes: ReadonlyArray<number>) => Effect.sync(() => left.set(id, processes))
      const running = Effect.provideService(
        runHook({ ...message, stdin, timeoutMs: remainingMs }, parts),
        LeftBehind,
        keepLeft
      )
      // A mistake of our own is told as well: nobody would end the wait for an answer.
      const answered = Effect.catchDefect(running, (defect) =>
        Effect.succeed(
          outcomeOf({ _tag: "Lost", message: `the spawn broker could not run this hook: ${String(defect)}` })
        )
      )
      runs.set(id, fork(Effect.map(answered, (outcome) => finished(id, outcome))))
    },
    cancel: (id) => {
      const gone = () => {
        say(id, { _tag: "Gone", left: left.get(id) ?? [] })
        runs.delete(id)
        left.delete(id)
      }
      const fiber = runs.get(id)
      // It has ended by itself meanwhile, and the answer is on its way.
      if (fiber === undefined) return gone()
      fork(Effect.andThen(Fiber.interrupt(fiber), Effect.sync(gone)))
    }
  }
})

/** Whoever reads has gone, or never was there; the end of the input says so, too. */
const ignore = () => {}

/**
 * The whole of the broker: runs hooks as it is told over its stdin, exactly as they would be run by the host itself, and
 * tells what becomes of them over its stdout. Ends when its input does, whatever the reason, and ends its hooks before.
 * Rule: RUN-50, RUN-55
 */
export const serveHooks: Effect.Effect<void> = Effect.scoped(
  Effect.gen(function* () {
    for (const signal of ignoredSignals) process.on(signal, ignore)
    const scope = yield* Effect.scope
    const fork = Effect.runForkWith(yield* Effect.context())
    // Not `process.stdout`, which may wait for its reader: a host that is stopped must stop no timer here.
    const output = new net.Socket({ fd: 1, readable: false, writable: true })
    leaveStderrAlone(output)
    output.on("error", ignore)
    const say: Say = (id, message, bytes) => {
      if (output.writable) writeFrame(output, frameOf(id, message, bytes))
    }
    let served: Served | undefined

    yield* Effect.callback<void>((resume) => {
      const end = () => resume(Effect.void)
      const begin = (message: BrokerBegin) =>
        fork(
          Effect.map(serve(message, say), (made) => {
            served = made
            say(0, { _tag: "Ready" })
          }).pipe(Effect.provideService(Scope.Scope, scope))
        )
      const take = (frame: Frame) => {
        const message = hostSaid(frame)
        switch (message?._tag) {
          case "Begin":
            return begin(message)
          case "Run":
            return served?.run(frame.id, message, frame.bytes)
          case "Cancel":
            return served?.cancel(frame.id)
          case "Ask":
            return say(0, { _tag: "Here" })
          case undefined:
            return end()
        }
      }
      const reader = makeFrameReader(take)
      const input = new net.Socket({
        fd: 0,
        readable: true,
        writable: false,
        onread: {
          buffer: readBuffer,
          callback: (count, buffer) => {
            if (!reader.push(buffer.subarray(0, count))) end()
            return true
          }
        }
      })
      leaveStderrAlone(input)
      input.on("error", end).once("end", end).once("close", end)
    })
  })
)
