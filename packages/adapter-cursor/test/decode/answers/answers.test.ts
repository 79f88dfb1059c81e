import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { channels, defaultRunPolicy, type HookEffects, type Reading } from "@pawl/core"
import { outcome, sampleActions, sampleResults, toolResult } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeOutcome, only, strictPolicy } from "../../support.ts"
import { type AnswerRow, type AnswerTable, rowFor, rowIn } from "./AnswerTable.ts"
import { type EventFacts, eventTable, type Kind } from "./eventTable.ts"
import { type Exit, exitKinds, type Policy, policies } from "./exits.ts"
import { permissionTable } from "./permissionTable.ts"
import { promptTable } from "./promptTable.ts"
import { quietTable } from "./quietTable.ts"
import { type Cell, samplesOf } from "./samplesOf.ts"

/** What can be said of effects as data; the texts have tests of their own. */
interface Summary {
  readonly verdict: string
  readonly halts: boolean
  readonly gives: "reasons" | "none"
  readonly adds: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
  readonly told: ReadonlyArray<string>
}

const sorted = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length < 2 ? words : [...new Set(words)].toSorted()

const slots: ReadonlyArray<readonly [word: string, is: (effects: HookEffects) => boolean]> = [
  ["rewrite", ({ replacementInput }) => replacementInput !== undefined],
  ["result", ({ replacementResult }) => replacementResult !== undefined],
  ["context", ({ modelContext }) => modelContext !== undefined],
  ["env", ({ sessionEnv }) => sessionEnv !== undefined],
  ["follow-up", ({ continuation }) => continuation !== undefined],
  ["extension", ({ extensions }) => extensions.length > 0]
]

const summaryOf = (effects: HookEffects): Summary => ({
  verdict: effects.verdict,
  halts: effects.halt !== undefined,
  gives: effects.reasons.length > 0 ? "reasons" : "none",
  adds: sorted([
    ...slots.filter(([, is]) => is(effects)).map(([word]) => word),
    ...effects.notices.map(({ level }) => level)
  ]),
  refused: sorted(effects.unsupported.map(({ field }) => field)),
  told: sorted(codes(effects.diagnostics).map((code) => code.replace("cursor/", "")))
})

/** What each word of a cell stands for. */
const words: { readonly [word: string]: Pick<Summary, "verdict" | "halts" | "gives"> } = {
  allow: { verdict: "allow", halts: false, gives: "none" },
  ask: { verdict: "ask", halts: false, gives: "reasons" },
  deny: { verdict: "deny", halts: false, gives: "reasons" },
  halt: { verdict: "none", halts: true, gives: "reasons" },
  none: { verdict: "none", halts: false, gives: "none" },
  does: { verdict: "none", halts: false, gives: "none" }
}

const expectedOf = (row: AnswerRow<string>, policy: Policy, cell: Cell, { unfit }: EventFacts, exit: Exit): Summary => {
  const word = words[row.comesTo[policy]]
  if (word === undefined) throw new Error(`"${row.comesTo[policy]}" is no word of a cell`)
  const fields = { all: cell.refused, tightening: cell.tightening, none: [] }
  const told = row.told[policy].map((code) => (code === "malformed-answer" ? unfit : code))
  return {
    ...word,
    adds: exit === "0" ? sorted(cell.adds) : [],
    refused: sorted(fields[row.refuses]),
    told: sorted(exit === "0" ? [...told, ...cell.told] : told)
  }
}

/** What is told of the messages of an answer, wherever a reason is looked for in it. */
const aboutMessages: ReadonlyArray<string> = ["older-spelling", "unread-field"]

/** Marks are about exit 0. After another end a denial or a question may bring its messages along, and what is told of them. */
const withoutMessages = (found: Summary): Summary =>
  found.gives === "none"
    ? found
    : {
        ...found,
        adds: found.adds.filter((add) => add !== "info" && add !== "denied"),
        told: found.told.filter((code) => !aboutMessages.includes(code))
      }

const tables: { readonly [K in Kind]: AnswerTable<string> } = {
  permission: permissionTable,
  prompt: promptTable,
  quiet: quietTable
}

/** What one output comes to after every end and by every policy. */
const wantedOf = (table: AnswerTable<string>, cell: Cell, facts: EventFacts, reading: Reading) =>
  new Map(
    table.exits.flatMap((exit) => {
      const row = rowFor(table, cell.answer, exit, reading)
      const columns = ["open", "closed", "strict"] as const
      return columns.map((column) => [`${exit} ${column}`, expectedOf(row, column, cell, facts, exit)] as const)
    })
  )

/** A result of an MCP tool, at which everything that observers answer counts. */
const moment = toolResult(sampleActions.McpTool, sampleResults.McpReturned)

describe("the tables of answers", () => {
  it("have a row for every answer after every end, and in each reading one at most", () => {
    for (const table of Object.values(tables)) {
      for (const answer of Object.keys(table.answers)) {
        for (const exit of table.exits) {
          assert.isDefined(rowIn(table.rows.tight, answer, exit), `${answer}, ${exit}`)
          for (const reading of allReadings) assert.isDefined(rowFor(table, answer, exit, reading))
        }
      }
    }
  })

  it("have no row for another reading that says what tight says", () => {
    for (const table of Object.values(tables)) {
      for (const reading of ["asWritten", "shipped"] as const) {
        for (const row of table.rows[reading]) {
          const same = row.answers.every((answer) =>
            row.exits.every((exit) => {
              const { answers: _a, exits: _e, ...tight } = rowFor(table, answer, exit, "tight")
              const { answers: _b, exits: _f, ...own } = row
              return JSON.stringify(tight) === JSON.stringify(own)
            })
          )
          assert.isFalse(same, `${reading}: ${row.answers.join()} after ${row.exits.join()}`)
        }
      }
    }
  })

  it("are of every event, and of none that is not there", () => {
    assert.deepStrictEqual(
      Object.keys(eventTable),
      cursorEvents.map(({ name }) => name)
    )
  })
})

describe("event × exit × cut × output × policy × strict × reading (CUR-87)", () => {
  let combinations = 0
  const perOutput = exitKinds.length * 2 * policies.length * allReadings.length

  it.effect.each(Object.entries(eventTable))("%s: every answer comes to what its table says", ([event, facts]) =>
    Effect.gen(function* () {
      const table = tables[facts.kind]
      const hook = (closed: boolean, reading: Reading) =>
        only(event, { command: "./h.sh", failClosed: closed }, reading)
      const samples = samplesOf(event)
      for (const reading of allReadings) {
        const hooks = { open: yield* hook(false, reading), closed: yield* hook(true, reading) }
        for (const sample of samples) {
          const cell = sample.cell(reading)
          const wanted = wantedOf(table, cell, facts, reading)
          for (const { cut, ending, kind, whole } of exitKinds) {
            for (const stdoutTruncated of [false, true]) {
              const run = outcome({ ending, stdout: sample.stdout, stdoutTruncated })
              const exit = stdoutTruncated ? cut : whole
              for (const { closed, column, strict } of policies) {
                combinations++
                const hook = closed ? hooks.closed : hooks.open
                const effects = decodeOutcome(hook, run, strict ? strictPolicy : defaultRunPolicy, moment)
                const found = summaryOf(effects)
                const compared = exit === "0" && sample.byHand ? found : withoutMessages(found)
                const expected = wanted.get(`${exit} ${column}`)
                if (JSON.stringify(compared) !== JSON.stringify(expected)) {
                  const of = `${sample.called}, ${kind}${stdoutTruncated ? ", cut" : ""}, ${column}, ${reading}`
                  assert.deepStrictEqual(compared, expected, of)
                }
                if (effects.unsupported.some(({ channel }) => !channels[channel].controls)) {
                  assert.fail(`${sample.called} hands on a field to be refused that controls nothing`)
                }
              }
            }
          }
        }
      }
    })
  )

  it("are more than half a million, each of them looked up", () => {
    const outputs = Object.keys(eventTable).reduce((sum, event) => sum + samplesOf(event).length, 0)
    assert.strictEqual(combinations, outputs * perOutput)
    assert.isAbove(combinations, 500_000)
  })
})
