import type { CompiledPattern, PlatformEngine } from "./PlatformEngine.ts"
import type { TakenLiterally } from "./regex/takenLiterally.ts"

/** Where a matcher keeps how it is run; nobody outside of this package can see it. */
export const howKey = Symbol("@pawl/format-kit/Matcher/how")

/** How a matcher is run. `size` bounds the steps that a test takes for each character of its subject. */
export type How =
  | { readonly _tag: "Plain" | "Linear"; readonly test: (subject: string) => boolean; readonly size: number }
  | {
      readonly _tag: "Bounded"
      readonly engine: PlatformEngine
      readonly compiled: CompiledPattern
      /** A linear test that holds whenever the pattern does; absent when not even the loosened pattern is linear. */
      readonly loosened: Extract<How, { readonly _tag: "Plain" | "Linear" }> | undefined
    }

/** A part of a pattern and its 1-based column there. */
interface Construct {
  readonly construct: string
  readonly column: number
}

/**
 * A part of a pattern that JavaScript takes for plain characters: what that is, what it means in other dialects (if that
 * is known), and what to write instead. Rule: KIT-18
 */
interface TakenPart extends Construct, Pick<TakenLiterally, "taken" | "means" | "instead"> {}

/**
 * A compiled matcher. `kind` says what runs it: nothing at all, plain string code, the linear engine, or the platform's
 * under a bound. Made by `compileMatcher`, asked by `matchAll`. Rule: KIT-10, KIT-11, KIT-14
 */
export interface Matcher {
  readonly pattern: string
  readonly kind: "everything" | "literal" | "linear" | "platform"
  /** What only a backtracking engine can run, where that is known. */
  readonly beyondLinear?: Construct
  /** What RE2 can read and JavaScript, or an older one, cannot. */
  readonly beyondJavaScript?: Construct
  /** What other dialects read otherwise and JavaScript takes for plain characters, the first few. Rule: KIT-18 */
  readonly takenLiterally?: ReadonlyArray<TakenPart>
  readonly [howKey]: How
}
