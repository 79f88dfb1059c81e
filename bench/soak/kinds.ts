/**
 * Whether the answer of a hook, however it comes, is a denial: whatever happens, or once it has been written, or once its
 * output has been cut. On a busy machine a hook may be at its time-out before it has come to that.
 */
export type Denies = "always" | "once written" | "once cut" | "never"

/** A hook of the soak. */
interface SoakHook {
  readonly command: string
  /** In seconds. */
  readonly timeout?: number
  readonly denies: Denies
}

/** One kind of moment: the hooks that it concerns, all at once, and how often it comes among the others. */
export interface Kind {
  readonly name: string
  readonly hooks: ReadonlyArray<SoakHook>
  readonly share: number
  /** A hook that has ended may leave a child behind, which goes on. */
  readonly leavesChild: boolean
}

const allow = `printf '%s' '{"permission":"allow"}'`
const deny = `printf '%s' '{"permission":"deny"}'`

const mebibytes = (count: number): string => `head -c ${count * 1_048_576} /dev/zero`

/** What hooks do, and what of it must be in the outcome: a denial that is missing there is lost. */
export const kinds: ReadonlyArray<Kind> = [
  {
    name: "quick",
    share: 40,
    leavesChild: false,
    hooks: [
      { command: allow, denies: "never" },
      { command: deny, denies: "always" }
    ]
  },
  { name: "allowing", share: 20, leavesChild: false, hooks: [{ command: allow, denies: "never" }] },
  {
    name: "slow",
    share: 10,
    leavesChild: false,
    hooks: [
      { command: "sleep 0.3; exit 2", denies: "always" },
      { command: `sleep 0.1; ${allow}`, denies: "never" }
    ]
  },
  {
    name: "hanging",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: "sleep 600", timeout: 1, denies: "never" },
      { command: `${deny}; trap '' TERM; while :; do sleep 1; done`, timeout: 1, denies: "once written" },
      { command: "exit 2", denies: "always" }
    ]
  },
  {
    name: "flooding",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: `${mebibytes(8)}; exit 2`, denies: "always" },
      { command: `${mebibytes(16)} >&2; ${deny}`, denies: "always" },
      { command: "yes", timeout: 1, denies: "once cut" }
    ]
  },
  {
    name: "crashing",
    share: 10,
    leavesChild: false,
    hooks: [
      { command: "kill -SEGV $$", denies: "never" },
      { command: `${deny}; kill -KILL $$`, denies: "always" },
      { command: `${deny}; exit 1`, denies: "always" },
      { command: "no-such-program-anywhere", denies: "never" }
    ]
  },
  {
    name: "escaping",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: "(setsid sleep 600 &) ; setsid sleep 600 & sleep 600", timeout: 1, denies: "never" },
      { command: "timeout 600 sleep 600; true", timeout: 1, denies: "never" },
      { command: `${deny}; sleep 600 & kill -STOP $$`, timeout: 1, denies: "once written" }
    ]
  },
  {
    name: "leaving a child",
    share: 4,
    leavesChild: true,
    hooks: [
      { command: "sleep 2 & exit 2", denies: "always" },
      { command: `sleep 2 >&- 2>&- & ${allow}`, denies: "never" }
    ]
  }
]

/** The command that concerns exactly the hooks of one kind. */
export const commandOf = ({ name }: Kind): string => `soak ${name}`

/** The matcher of these hooks. */
export const matcherOf = (kind: Kind): string => `^${commandOf(kind)}$`
