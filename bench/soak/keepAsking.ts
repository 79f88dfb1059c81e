import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import type { BenchHost } from "../host.ts"
import { processesMarked } from "../processFacts.ts"
import { commandOf, type Kind } from "./kinds.ts"
import { checkOutcome, countOf, type Tally } from "./Tally.ts"

/** Beyond this something hangs: no hook may run longer than its second, the grace and the search behind it. */
const hangMs = 30_000
/** One in so many dispatches is interrupted: while its hooks are being started, or later. */
const interruptOneIn = 4
const earlyMs = 30
const lateMs = 1_500

/** What all who ask share. */
export interface Soak {
  readonly host: BenchHost
  /** All that hooks start carries this path, with a number behind it. */
  readonly folder: string
  readonly roll: (sides: number) => number
  readonly tally: Tally
  dispatches: number
}

const markVariable = "PAWL_PROJECT_DIR"

/** One dispatch, to its answer or to an interruption. */
export const askOnce = Effect.fnUntraced(function* (soak: Soak, kind: Kind, interruptAfter: number | undefined) {
  const { host, tally } = soak
  const mark = `${soak.folder}/${soak.dispatches++}`
  const begin = performance.now()
  const envelope = shellRun(commandOf(kind), { workspaceRoots: [mark] })
  const fiber = yield* Effect.forkChild(host.dispatch(envelope))
  if (interruptAfter !== undefined) {
    yield* Effect.sleep(interruptAfter)
    const asked = performance.now()
    const isDone = yield* Effect.timeoutOption(Fiber.interrupt(fiber), hangMs)
    if (Option.isNone(isDone)) tally.faults.push(`${kind.name}: an interruption takes more than ${hangMs} ms`)
    tally.slowestInterruptionMs = Math.max(tally.slowestInterruptionMs, performance.now() - asked)
  }
  const exit = yield* Effect.timeoutOption(Fiber.await(fiber), hangMs)
  if (Option.isNone(exit)) {
    tally.faults.push(`${kind.name}: no answer within ${hangMs} ms`)
  } else if (Exit.isSuccess(exit.value)) {
    checkOutcome(tally, kind, exit.value.value)
    if (interruptAfter === undefined) {
      tally.slowestAnswerMs = Math.max(tally.slowestAnswerMs, performance.now() - begin)
    }
  } else {
    countOf(tally, kind).interrupted++
    if (interruptAfter === undefined) tally.faults.push(`${kind.name}: interrupted by nobody`)
  }
  if (kind.leavesChild) return
  const left = processesMarked(markVariable, mark)
  if (left.length > 0) tally.faults.push(`${kind.name}: processes ${left.join(", ")} are left`)
})

const anyOf = (kinds: ReadonlyArray<Kind>, roll: Soak["roll"]): Kind | undefined => {
  let at = roll(kinds.reduce((sum, { share }) => sum + share, 0))
  return kinds.find(({ share }) => {
    at -= share
    return at < 0
  })
}

/** Asks about one moment after the other until the time is over. */
export const keepAsking = Effect.fnUntraced(function* (soak: Soak, kinds: ReadonlyArray<Kind>, until: number) {
  while (performance.now() < until) {
    const kind = anyOf(kinds, soak.roll)
    const isInterrupted = soak.roll(interruptOneIn) === 0
    const after = soak.roll(soak.roll(2) === 0 ? earlyMs : lateMs)
    if (kind !== undefined) yield* askOnce(soak, kind, isInterrupted ? after : undefined)
  }
})
