import * as Effect from "effect/Effect"
import { cursorAdapter } from "../../packages/adapter-cursor/src/index.ts"
import { everythingProfile, type Source } from "../../packages/core/src/index.ts"
import { shellRun, source } from "../../packages/core/src/testing/index.ts"
import * as VmRegexEngine from "../../packages/format-kit/src/vm/VmRegexEngine.ts"
import { compileByHand, openMatchers } from "../openMatchers.ts"
import type { Figure, Row } from "../Row.ts"
import { ratioFigure, sideBySide } from "../sideBySide.ts"
import { intervalOf, quantile } from "../statistics.ts"

const file: Source = source({ id: "/repo/.cursor/hooks.json", kind: "project", format: "cursor" })
const textOf = (matchers: ReadonlyArray<string>): string =>
  JSON.stringify({
    version: 1,
    hooks: { beforeShellExecution: matchers.map((matcher) => ({ command: "./h.sh", matcher })) }
  })
const bindingsOf = (text: string) =>
  Effect.map(cursorAdapter.parse(text), (parsed) => {
    return cursorAdapter.bindings(parsed, { source: file, profile: everythingProfile, reading: "tight" }).bindings
  }).pipe(Effect.provide(VmRegexEngine.layer))

const thousand = 1_000

/** Shapes of matchers that people write for commands, each of which RE2 has to run. */
const shapes: ReadonlyArray<(n: number) => string> = [
  (n) => `git\\s+push.*--force-${n}`,
  (n) => `^(npm|pnpm|yarn)\\s+(publish|unpublish)\\b.*pkg${n}`,
  (n) => `\\brm\\s+-[rf]+\\s+/data${n}`,
  (n) => `curl .*host${n}[a-z]*\\.example`,
  (n) => `docker\\s+(run|exec)\\s.*image-${n}$`
]

const definitions: Row = {
  name: "thousand definitions",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: async (form) => {
    const patterns = Array.from({ length: thousand }, (_, n) => (shapes[n % shapes.length] ?? String)(n))
    const large = textOf(patterns)
    const byHand = () => {
      JSON.parse(large)
      return patterns.map(compileByHand)
    }
    // The first pattern loads the engine, which belongs to neither side.
    await Effect.runPromise(cursorAdapter.parse(large))
    const ours = () => Effect.runSync(cursorAdapter.parse(large))
    const rounds = await sideBySide({ ours, hand: byHand, "hand again": byHand }, form)
    return [
      ratioFigure(rounds, {
        name: "a file of 1,000 definitions with 1,000 patterns",
        against: "JSON.parse and 1,000 compilations",
        ours: "ours",
        theirs: "hand",
        again: "hand again",
        atMost: 2
      })
    ]
  }
}

const bindings: Row = {
  name: "thousand bindings",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: async (form) => {
    const repeated = Array.from(
      { length: thousand },
      (_, n) => openMatchers[n % openMatchers.length] ?? openMatchers[0]
    )
    const all = repeated.flatMap((matcher) => (matcher === undefined ? [] : [matcher]))
    const many = await Effect.runPromise(bindingsOf(textOf(all.map(({ matcher }) => matcher))))
    const line = "git commit --message 'Measure the matchers side by side' && npm run build"
    const moment = shellRun(line)
    const ours = () => Effect.runSync(cursorAdapter.select(moment, many))
    const byHand = () => all.map(({ test }) => test(line))
    const rounds = await sideBySide({ ours, hand: byHand, "hand again": byHand }, form)
    return [
      ratioFigure(rounds, {
        name: "choosing among 1,000 hooks",
        against: "a loop over the compiled testers",
        ours: "ours",
        theirs: "hand",
        again: "hand again",
        atMost: 1.5
      })
    ]
  }
}

/** How long one question about a pattern holds everything else up. */
const heldUp = async (pattern: string, atMost: number, count: number): Promise<Figure> => {
  const guarded = await Effect.runPromise(bindingsOf(textOf([pattern])))
  const victim = shellRun(`${"a".repeat(30)}!`)
  const seen = Array.from({ length: count }, () => {
    const begin = performance.now()
    const [selection] = Effect.runSync(cursorAdapter.select(victim, guarded))
    return { ms: performance.now() - begin, comesTo: selection?._tag }
  })
  const middle = (some: Readonly<typeof seen>) => quantile(some.map(({ ms }) => ms))
  const worst = Math.max(...seen.map(({ ms }) => ms))
  return {
    name: `${pattern} on 31 characters`,
    unit: "ms",
    value: middle(seen),
    interval: intervalOf(seen, middle),
    atMost,
    aside: `worst of ${count} ${worst.toFixed(2)} ms; comes to ${seen[0]?.comesTo}`
  }
}

const catastrophic: Row = {
  name: "catastrophic patterns",
  pairs: 40,
  runs: 3,
  flags: [],
  measure: async ({ pairs }) => [await heldUp("^(a+)+$", 1, pairs), await heldUp("(?=(a+)+$)", 25, pairs)]
}

export const rows: ReadonlyArray<Row> = [bindings, definitions, catastrophic]
