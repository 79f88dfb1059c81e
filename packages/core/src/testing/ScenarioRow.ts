import type { RunScenario, ScenarioAnswer, ScenarioExpectation } from "./Scenario.ts"

/** The same answer whatever a failure counts for, in both readings. */
export const always = (answer: ScenarioAnswer): ScenarioExpectation => {
  const verdict = { open: answer, closed: answer }
  return { tight: verdict, asWritten: verdict }
}

/** A denial, whatever a failure counts for, in both readings. */
export const denies = always("deny")

/** A failure that is left to the policy, in both readings. */
export const byPolicy: ScenarioExpectation = {
  tight: { open: "runs", closed: "deny" },
  asWritten: { open: "runs", closed: "deny" }
}

/** A denial that the written contract would lose. */
export const deniesWhenTight: ScenarioExpectation = {
  tight: { open: "deny", closed: "deny" },
  asWritten: { open: "runs", closed: "deny" }
}

const shortTimeoutMs = 1_500
const longTimeoutMs = 20_000

type Given = Pick<RunScenario, "id" | "name" | "script" | "ending" | "expected"> & Partial<RunScenario>

/** A row that ends by itself, at once, and leaves nothing, unless it says otherwise. */
export const run = (row: Given): RunScenario => ({
  _tag: "Run",
  timeoutMs: longTimeoutMs,
  payloadBytes: 64,
  folderExists: true,
  stdoutTruncated: false,
  endsWithin: "at once",
  leaves: "nothing",
  ...row
})

export const exited = (code: number) => ({ _tag: "Exited", code }) as const
export const signalled = (signal: string) => ({ _tag: "Signalled", signal }) as const

/** A row that is ended at its deadline. */
export const hangs = {
  ending: { _tag: "TimedOut", phase: "running" },
  timeoutMs: shortTimeoutMs,
  endsWithin: "timeout+grace"
} as const

/** A line of shell that becomes a process of Python, of which the main thread ends and another goes on. */
export const endsItsMainThread = (atFirst: string, inTheOther = ""): string => `exec python3 -c '
import ctypes, os, threading, time
def work():
    ${inTheOther === "" ? "" : `${inTheOther}; `}time.sleep(600)
${atFirst === "" ? "" : `${atFirst}\n`}threading.Thread(target=work).start()
ctypes.CDLL(None).pthread_exit(None)'`
