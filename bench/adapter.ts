// How quick Cursor's adapter is at reading and matching: `node bench/adapter.ts [PAIRS] [WORD]` on packages that were built,
// `node --conditions=@pawl/source bench/adapter.ts` on their sources. PAIRS is 400; WORD picks the rows that have it in their
// name. Prints ratios of work done side by side, never absolute promises.
import { createRequire } from "node:module"
import * as Effect from "effect/Effect"
import { cursorAdapter } from "../packages/adapter-cursor/src/index.ts"
import { everythingProfile, type Source } from "../packages/core/src/index.ts"
import { shellRun, source } from "../packages/core/src/testing/index.ts"
import * as VmRegexEngine from "../packages/format-kit/src/vm/VmRegexEngine.ts"
import { lineOf, measure, quantile } from "./sideBySide.ts"

const pairs = Number(process.argv[2] ?? 400)
/** The engine by itself, as somebody would use it who needs nothing else. */
interface Engine {
  readonly compile: (pattern: string) => { readonly test: (text: string) => boolean }
}
// It belongs to format-kit, so it is looked for from there.
const { RE2JS }: { readonly RE2JS: Engine } = createRequire(
  new URL("../packages/format-kit/package.json", import.meta.url)
)("re2js")

const file: Source = source({ id: "/repo/.cursor/hooks.json", kind: "project", format: "cursor" })
const event = "beforeShellExecution"
const textOf = (matchers: ReadonlyArray<string>): string =>
  JSON.stringify({ version: 1, hooks: { [event]: matchers.map((matcher) => ({ command: "./h.sh", matcher })) } })
const bindingsOf = (text: string) =>
  Effect.map(cursorAdapter.parse(text), (parsed) => {
    return cursorAdapter.bindings(parsed, { source: file, profile: everythingProfile, reading: "tight" }).bindings
  }).pipe(Effect.provide(VmRegexEngine.layer))

/** Shapes of matchers that people write for commands, each of which RE2 has to run. */
const shapes: ReadonlyArray<(n: number) => string> = [
  (n) => `git\\s+push.*--force-${n}`,
  (n) => `^(npm|pnpm|yarn)\\s+(publish|unpublish)\\b.*pkg${n}`,
  (n) => `\\brm\\s+-[rf]+\\s+/data${n}`,
  (n) => `curl .*host${n}[a-z]*\\.example`,
  (n) => `docker\\s+(run|exec)\\s.*image-${n}$`
]
const patterns = Array.from({ length: 1_000 }, (_, n) => (shapes[n % shapes.length] ?? String)(n))
const large = textOf(patterns)

/** Matchers of both kinds that hosts can run in linear time, with how one would test each by hand. */
const open: ReadonlyArray<readonly [matcher: string, byHand: (text: string) => boolean]> = [
  ["git push", (text) => text.includes("git push")],
  ["^git", (text) => text.startsWith("git")],
  ["pytest|jest|vitest", (text) => text.includes("pytest") || text.includes("jest") || text.includes("vitest")],
  ["rm -rf", (text) => text.includes("rm -rf")],
  ...[
    "gh repo delete|git push.*--force|rm -rf",
    "npm\\s+publish",
    "sdd-.*",
    "\\.(py|ts|tsx)$",
    "(?i)(bash|shell|read)"
  ].map((pattern) => {
    const compiled = RE2JS.compile(pattern)
    return [pattern, (text: string) => compiled.test(text)] as const
  })
]
const thousand = Array.from({ length: 1_000 }, (_, n) => open[n % open.length] ?? (["", () => true] as const))
const command = "git commit --message 'Measure the matchers side by side' && npm run build"
const moment = shellRun(command)

const many = await Effect.runPromise(bindingsOf(textOf(thousand.map(([matcher]) => matcher))))
const testers = thousand.map(([, byHand]) => byHand)

// The first pattern loads the engine, which belongs to neither side.
await Effect.runPromise(cursorAdapter.parse(large))

const rows = [
  {
    name: "a file of 1,000 definitions with 1,000 patterns",
    against: "JSON.parse and 1,000 compilations",
    target: 2,
    ours: () => Effect.runSync(cursorAdapter.parse(large)),
    theirs: () => {
      JSON.parse(large)
      return patterns.map((pattern) => RE2JS.compile(pattern))
    }
  },
  {
    name: "matching 1,000 hooks",
    against: "a loop over the compiled testers",
    target: 1.5,
    ours: () => Effect.runSync(cursorAdapter.select(moment, many)),
    theirs: () => testers.map((test) => test(command))
  }
]
for (const row of rows.filter(({ name }) => name.includes(process.argv[3] ?? "")))
  console.log(lineOf(row, measure(row, pairs)))

/** How long one question about a pattern holds everything else up, and what comes of it. */
const holdsUp = async (pattern: string, most: number) => {
  const bindings = await Effect.runPromise(bindingsOf(textOf([pattern])))
  const victim = shellRun(`${"a".repeat(30)}!`)
  const times: Array<number> = []
  let selection = ""
  for (let run = 0; run < 40; run++) {
    const begin = performance.now()
    selection = Effect.runSync(cursorAdapter.select(victim, bindings))
      .map(({ _tag }) => _tag)
      .join()
    times.push(performance.now() - begin)
  }
  const [middle, worst] = [quantile(times), Math.max(...times)]
  const result = middle <= most ? "reached" : "MISSED"
  console.log(
    `${pattern} on 31 characters: ${middle.toFixed(2)} ms (worst of 40 ${worst.toFixed(2)}), at most ${most}: ${result}; ${selection}`
  )
}
await holdsUp("^(a+)+$", 1)
await holdsUp("(?=(a+)+$)", 25)
