import type { Ending } from "@pawl/core"

/** How a run may end, as far as answers are concerned; each table has a cell for every one of them. */
export type Exit = "0" | "0, cut" | "2" | "late 2" | "failed" | "failed, cut" | "not started" | "lost"

interface ExitKind {
  readonly kind: string
  readonly ending: Ending
  /** The rows that hold for it, with the whole of stdout and with a part that was cut. */
  readonly whole: Exit
  readonly cut: Exit
}

const failed = { whole: "failed", cut: "failed, cut" } as const
const whatever = (exit: Exit) => ({ whole: exit, cut: exit })

/** Every kind of end. What was written does not matter where the rows are the same. */
export const exitKinds: ReadonlyArray<ExitKind> = [
  { kind: "exit 0", ending: { _tag: "Exited", code: 0 }, whole: "0", cut: "0, cut" },
  { kind: "exit 1", ending: { _tag: "Exited", code: 1 }, ...failed },
  { kind: "exit 2", ending: { _tag: "Exited", code: 2 }, ...whatever("2") },
  { kind: "exit 3", ending: { _tag: "Exited", code: 3 }, ...failed },
  { kind: "exit 126", ending: { _tag: "Exited", code: 126 }, ...failed },
  { kind: "exit 127", ending: { _tag: "Exited", code: 127 }, ...failed },
  { kind: "a signal", ending: { _tag: "Signalled", signal: "SIGKILL" }, ...failed },
  { kind: "the time is over", ending: { _tag: "TimedOut", phase: "running" }, ...failed },
  {
    kind: "the time is over, and exit 1 when it is asked to end",
    ending: { _tag: "TimedOut", phase: "running", lateCode: 1 },
    ...failed
  },
  {
    kind: "the time is over, and exit 2 when it is asked to end",
    ending: { _tag: "TimedOut", phase: "running", lateCode: 2 },
    whole: "late 2",
    cut: "failed, cut"
  },
  { kind: "the time is over in the queue", ending: { _tag: "TimedOut", phase: "queued" }, ...whatever("not started") },
  { kind: "cannot be spawned", ending: { _tag: "SpawnFailed", errno: "EAGAIN", message: "no more" }, ...failed },
  { kind: "lost", ending: { _tag: "Lost", message: "the helper has died" }, ...whatever("lost") }
]

/** A hook with `failClosed` or without it, in a strict run or a usual one: the column that holds. */
export const policies = [
  { closed: false, strict: false, column: "open" },
  { closed: true, strict: false, column: "closed" },
  { closed: false, strict: true, column: "strict" },
  { closed: true, strict: true, column: "strict" }
] as const

/** Who says what a failure means. */
export type Policy = (typeof policies)[number]["column"]
