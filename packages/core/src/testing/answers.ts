import type { DispatchOutcome } from "../DispatchOutcome.ts"
import { type HookEffects, type MergedEffects, noEffects, type Reason } from "../Effects.ts"

/** A reason that a hook gave. Rule: CORE-18 */
export const reason = (text: string, overrides: Partial<Reason> = {}): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  ...overrides
})

/** What one hook has answered: nothing, with what a test is about laid over it. Rule: CORE-19 */
export const effects = (overrides: Partial<HookEffects> = {}): HookEffects => ({ ...noEffects, ...overrides })

/** The answer of a hook that allows. Rule: CORE-19 */
export const allowEffects: HookEffects = effects({ verdict: "allow" })

/** The answer of a hook that asks. Rule: CORE-19 */
export const askEffects = (text: string, about: Partial<Reason> = {}): HookEffects =>
  effects({ verdict: "ask", reasons: [reason(text, about)] })

/** The answer of a hook that denies. Rule: CORE-19 */
export const denyEffects = (text: string, about: Partial<Reason> = {}): HookEffects =>
  effects({ verdict: "deny", reasons: [reason(text, about)] })

/** The answer of a hook that halts. Rule: CORE-19 */
export const haltEffects = (text: string, about: Partial<Reason> = {}): HookEffects =>
  effects({ halt: reason(text, about), reasons: [reason(text, about)] })

/** What all hooks have answered together: nothing, with what a test is about laid over it. Rule: CORE-19 */
export const merged = (overrides: Partial<MergedEffects> = {}): MergedEffects => ({
  verdict: { _tag: "None" },
  reasons: [],
  notices: [],
  modelContext: [],
  sessionEnv: [],
  deferrals: [],
  extensions: [],
  unsupported: [],
  diagnostics: [],
  ...overrides
})

/** What a dispatch before a tool call has come to: nothing ran, with what a test is about laid over it. Rule: CORE-33 */
export const dispatchOutcome = (overrides: Partial<DispatchOutcome> = {}): DispatchOutcome => ({
  boundary: "tool.pre",
  revision: 1,
  merged: merged(),
  records: [],
  notMatched: [],
  diagnostics: [],
  ...overrides
})
