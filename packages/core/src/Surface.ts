import * as Schema from "effect/Schema"

/** Where a conversation takes place. Rule: CORE-9 */
export const Surface = Schema.Literals([
  "interactive",
  "tui",
  "fleet-run",
  "command-line-run",
  "hidden-child"
]).annotate({
  identifier: "Surface"
})
export type Surface = typeof Surface.Type

const facts: { readonly [S in Surface]: { readonly headless: boolean; readonly remote: boolean } } = {
  interactive: { headless: false, remote: false },
  tui: { headless: false, remote: false },
  "fleet-run": { headless: true, remote: true },
  "command-line-run": { headless: true, remote: false },
  "hidden-child": { headless: true, remote: false }
}

/** Whether nobody is there to answer a question. Rule: CORE-9 */
export const isHeadless = (surface: Surface): boolean => facts[surface].headless

/** Whether a hook runs on another machine than the person's: a run in a fleet only. Rule: CORE-9 */
export const isRemote = (surface: Surface): boolean => facts[surface].remote
