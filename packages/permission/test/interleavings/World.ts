import type { Surface } from "@pawl/core"
import { type Random, random } from "./Random.ts"

/** What a command is run as. */
export interface Input {
  readonly command: string
  readonly cwd: string
}

/** What a hook says about an input: the same whenever it is asked. */
export type Answer =
  | { readonly _tag: "Nothing" | "Allow" | "Ask" | "Deny" | "Fails" }
  | { readonly _tag: "Replaces"; readonly command: string }

export interface Hook {
  readonly name: string
  readonly match?: string
}

/** One time that the host asks about an action; the next one interrupts it, with other words or in another folder. */
export interface Ask {
  readonly id: string
  readonly input: Input
  readonly approved: boolean
  /** How many milliseconds the caller waits before it changes the arguments, or gives the action up. */
  readonly patience: number
}

export interface ActionPlan {
  readonly begins: number
  readonly surface: Surface
  readonly asks: ReadonlyArray<Ask>
}

/** Something that happens beside the actions: a file is written or removed, looked at by a watcher, the policy is changed. */
type Happening = { readonly at: number } & (
  | { readonly _tag: "Written"; readonly file: FileName; readonly version: number }
  | { readonly _tag: "Noticed" }
  | { readonly _tag: "Policy"; readonly strict: boolean }
)

export type FileName = "main" | "side"

/** Everything about one interleaving, before anything of it happens. */
export interface World {
  readonly seed: number
  /** The versions of each file; the first of `side` is a file that is not there. */
  readonly versions: { readonly [F in FileName]: ReadonlyArray<ReadonlyArray<Hook>> }
  readonly answer: (hook: string, input: Input) => Answer
  readonly hostSays: (input: Input) => "Execute" | "RequireConfirmation" | "Deny"
  readonly takes: (hook: string, nth: number) => number
  readonly reply: (ask: string, nth: number) => { readonly takes: number; readonly yes: boolean }
  readonly actions: ReadonlyArray<ActionPlan>
  readonly happenings: ReadonlyArray<Happening>
}

const commands = ["c0", "c1", "c2", "c3", "c4"] as const
export const sideRoot = "/side"
const folders = ["/repo", "/repo/sub", sideRoot] as const
const span = 40

/** A caller that waits for whatever comes. */
export const patient = Number.POSITIVE_INFINITY

/** The same number for the same text, whenever it is asked for. */
const hash = (text: string): number => {
  let mixed = 2_166_136_261
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 16_777_619)
  return mixed >>> 0
}

const hooksOf = (prefix: string, { chance, int, pick }: Random): ReadonlyArray<Hook> =>
  Array.from({ length: int(3) }, (_, index) => ({
    name: `${prefix}.${index}`,
    ...(chance(40) ? { match: pick(commands) } : {})
  }))

const answerFrom = ({ int, pick }: Random): Answer => {
  const roll = int(100)
  if (roll < 52) return { _tag: "Nothing" }
  if (roll < 60) return { _tag: "Allow" }
  if (roll < 70) return { _tag: "Ask" }
  if (roll < 77) return { _tag: "Deny" }
  if (roll < 83) return { _tag: "Fails" }
  return { _tag: "Replaces", command: pick(commands) }
}

const actionFrom = (index: number, { chance, int, pick }: Random): ActionPlan => ({
  begins: int(span),
  surface: chance(75)
    ? "interactive"
    : pick(["tui", "fleet-run", "hidden-child"] as const satisfies ReadonlyArray<Surface>),
  asks: Array.from({ length: chance(35) ? 2 : 1 }, (_, nth) => ({
    id: `action ${index}, ask ${nth}`,
    input: { command: pick(commands), cwd: pick(folders) },
    approved: chance(15),
    patience: chance(40) ? 1 + int(span / 2) : patient
  }))
})

const happeningFrom = ({ chance, int }: Random): Happening => {
  const at = int(span * 2)
  const roll = int(100)
  if (roll < 35) return { at, _tag: "Written", file: chance(60) ? "main" : "side", version: int(3) }
  if (roll < 75) return { at, _tag: "Noticed" }
  return { at, _tag: "Policy", strict: chance(50) }
}

/** An interleaving over ten actions. */
export const worldOf = (seed: number): World => {
  const chosen = random(seed)
  const { int } = chosen
  const by = (about: string): Random => random(seed ^ hash(about))
  return {
    seed,
    versions: {
      main: [0, 1, 2].map((version) => hooksOf(`main ${version}`, chosen)),
      side: [[], hooksOf("side 1", chosen), hooksOf("side 2", chosen)]
    },
    answer: (hook, { command, cwd }) => answerFrom(by(`${hook} ${command} ${cwd}`)),
    hostSays: ({ command, cwd }) => {
      const roll = by(`host ${command} ${cwd}`).int(100)
      return roll < 75 ? "Execute" : roll < 92 ? "RequireConfirmation" : "Deny"
    },
    takes: (hook, nth) => by(`takes ${hook} ${nth}`).int(8),
    reply: (ask, nth) => {
      const { chance, int } = by(`reply ${ask} ${nth}`)
      return { takes: int(12), yes: chance(75) }
    },
    actions: Array.from({ length: 10 }, (_, index) => actionFrom(index, chosen)),
    happenings: Array.from({ length: int(8) }, () => happeningFrom(chosen)).toSorted((a, b) => a.at - b.at)
  }
}
