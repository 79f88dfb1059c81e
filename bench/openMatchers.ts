import { createRequire } from "node:module"

/** The engine by itself, as somebody would use it who needs nothing else. */
interface Engine {
  readonly compile: (pattern: string) => { readonly test: (text: string) => boolean }
}

// It belongs to format-kit, so it is looked for from there.
const { RE2JS }: { readonly RE2JS: Engine } = createRequire(
  new URL("../packages/format-kit/package.json", import.meta.url)
)("re2js")

/** Compiles a pattern with the linear engine and nothing around it. */
export const compileByHand = (pattern: string): ((text: string) => boolean) => {
  const compiled = RE2JS.compile(pattern)
  return (text) => compiled.test(text)
}

/** A matcher, and how one would test it by hand. */
interface OpenMatcher {
  readonly matcher: string
  readonly test: (text: string) => boolean
}

/** Matchers as people write them, of both kinds that hosts can run in linear time: literals and RE2. */
export const openMatchers: ReadonlyArray<OpenMatcher> = [
  { matcher: "git push", test: (text) => text.includes("git push") },
  { matcher: "^git", test: (text) => text.startsWith("git") },
  {
    matcher: "pytest|jest|vitest",
    test: (text) => text.includes("pytest") || text.includes("jest") || text.includes("vitest")
  },
  { matcher: "rm -rf", test: (text) => text.includes("rm -rf") },
  ...[
    "gh repo delete|git push.*--force|rm -rf",
    "npm\\s+publish",
    "sdd-.*",
    "\\.(py|ts|tsx)$",
    "(?i)(bash|shell|read)"
  ].map((matcher) => ({ matcher, test: compileByHand(matcher) }))
]
