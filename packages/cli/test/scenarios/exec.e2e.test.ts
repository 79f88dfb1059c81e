import { assert, describe, it } from "@effect/vitest"
import { type ScenarioAnswer, scenarioLimit } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { interrupt, interruptAnywhere } from "./interrupt.ts"
import { cannotRun, interruptedRows, queuedRows, runRows } from "./rows.ts"
import {
  type Call,
  hookOf,
  hookOfRow,
  makeStage,
  nothingLeft,
  occupiers,
  type Played,
  paddingFor,
  play,
  policiesOf,
  type Stage,
  times
} from "./stage.ts"

const calling = (padding: ReadonlyArray<string> = []): Call => ({
  words: ["exec", "--trust-project", "--", "sh", "-c", "touch has-run; exit 7", "sh", ...padding]
})

const expected: Readonly<Record<ScenarioAnswer, { readonly code: number; readonly stderr: RegExp }>> = {
  deny: { code: 126, stderr: /^pawl: denied (by|because of) hook \S+: ./m },
  ask: { code: 126, stderr: /^pawl: denied because of hook \S+: Approval unavailable/m },
  runs: { code: 7, stderr: /^pawl: warning: (?:.*\n)*^pawl: \d+ hooks? asked, 1 gave no answer;/m }
}

const check = ({ project }: Stage, { code, stderr }: Played, answer: ScenarioAnswer): void => {
  assert.match(stderr, expected[answer].stderr)
  assert.strictEqual(code, expected[answer].code, stderr)
  assert.strictEqual(project.read("has-run"), answer === "runs" ? "" : undefined)
}

describe.concurrent("the table of scenarios through pawl exec (CLI-70)", () => {
  for (const row of runRows) {
    for (const policy of policiesOf(row)) {
      const { id, name } = row
      it.live.skipIf(cannotRun(row))(`${id}, ${policy}: a hook that ${name}`, () =>
        Effect.gen(function* () {
          const padding = yield* paddingFor(row, calling)
          const stage = yield* makeStage(hookOfRow(row, policy))
          const played = yield* play(stage, calling(padding), scenarioLimit(row, times))
          check(stage, played, row.expected.tight[policy])
          yield* nothingLeft(stage, played.pid, row.leaves)
        })
      )
    }
  }

  for (const row of queuedRows) {
    for (const policy of policiesOf(row)) {
      it.live(`${row.id}, ${policy}: a hook that ${row.name}`, () =>
        Effect.gen(function* () {
          const others = occupiers(`sleep 1; printf '%s' "$ANSWER_ALLOW"`)
          const stage = yield* makeStage(...others, hookOf("echo yes > ran", row.timeoutMs, policy))
          const played = yield* play(stage, calling(), scenarioLimit(row, times))
          check(stage, played, row.expected.tight[policy])
          assert.isUndefined(stage.project.read("ran"))
          yield* nothingLeft(stage, played.pid, "nothing")
        })
      )
    }
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    for (const row of interruptedRows) {
      it.live.skipIf(cannotRun(row))(`${row.id}: a hook that ${row.name} by ${signal}`, () =>
        interrupt(row, signal, calling())
      )
    }
  }

  it.live("at whatever moment of the start a signal comes, nothing is left (CLI-20)", () =>
    interruptAnywhere("SIGINT", calling())
  )
})
