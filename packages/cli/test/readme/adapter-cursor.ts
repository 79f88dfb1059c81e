import { cursorAdapter } from "@pawl/adapter-cursor"
import { defaultRunPolicy, type Envelope, execProfile, outcomeOf, type Source } from "@pawl/core"
import { Effect, Result } from "effect"

/** What each hook of a text would make of a moment, and of a script that exits with 2. */
export const explain = Effect.fn("explain")(function* (text: string, source: Source, envelope: Envelope) {
  const parsed = yield* cursorAdapter.parse(text) // what is wrong with the text, with places: parsed.findings
  const { bindings } = cursorAdapter.bindings(parsed, { source, profile: execProfile, reading: "tight" })
  const selections = yield* cursorAdapter.select(envelope, bindings) // Run, RunUnsure, or Skip and why, in the same order
  const outcome = outcomeOf({ _tag: "Exited", code: 2 })
  return bindings.map((binding, i) => ({
    hook: binding.id,
    selection: selections[i],
    stdin: Result.map(cursorAdapter.encode(envelope, binding), (input) => new TextDecoder().decode(input.stdin)),
    answer: cursorAdapter.decode({ outcome, binding, envelope, policy: defaultRunPolicy }).verdict
  }))
})
