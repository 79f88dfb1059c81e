import * as Effect from "effect/Effect"
import { type AdapterLaw, calls } from "./AdapterLaw.ts"
import { bindingsUnder } from "./candidates.ts"
import { fullProfile } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { hookNamed, shown } from "./words.ts"

/** Commands that are no good for a shell, or that are long. */
const oddCommands: ReadonlyArray<string> = [
  "",
  " ",
  "'",
  '"',
  "\\",
  "#",
  "./a.sh '",
  '"$(',
  "\n\n./a.sh",
  "a | b && c; d & e > f < g",
  "\u0000./a.sh",
  "./\ud800",
  "(".repeat(10_000),
  "./a.sh ".repeat(10_000)
]

/** What holds for the files that a hook consists of. */
export const fileLaws: ReadonlyArray<AdapterLaw> = [
  {
    name: "any hook can be asked for the files that its command names",
    rule: "CORE-75",
    check: Effect.fnUntraced(function* (subject) {
      for (const binding of yield* bindingsUnder(subject, fullProfile(subject), "tight")) {
        const handlers = oddCommands.map((command) => ({ _tag: "Shell", command }) as const)
        for (const handler of [binding.handler, ...handlers]) {
          yield* calls(
            () => `filesOf for ${hookNamed(binding)}, whose handler is ${shown(handler)},`,
            shapes.filesOf,
            () => subject.adapter.filesOf({ ...binding, handler })
          )
        }
      }
    })
  }
]
