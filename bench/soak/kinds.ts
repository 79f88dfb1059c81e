/** A hook of the soak, and whether its answer, however it comes, is a denial. */
interface SoakHook {
  readonly command: string
  /** In seconds. */
  readonly timeout?: number
  readonly denies: boolean
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
      { command: allow, denies: false },
      { command: deny, denies: true }
    ]
  },
  { name: "allowing", share: 20, leavesChild: false, hooks: [{ command: allow, denies: false }] },
  {
    name: "slow",
    share: 10,
    leavesChild: false,
    hooks: [
      { command: "sleep 0.3; exit 2", denies: true },
      { command: `sleep 0.1; ${allow}`, denies: false }
    ]
  },
  {
    name: "hanging",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: "sleep 600", timeout: 1, denies: false },
      { command: `${deny}; trap '' TERM; while :; do sleep 1; done`, timeout: 1, denies: true },
      { command: "exit 2", denies: true }
    ]
  },
  {
    name: "flooding",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: `${mebibytes(8)}; exit 2`, denies: true },
      { command: `${mebibytes(16)} >&2; ${deny}`, denies: true },
      { command: "yes", timeout: 1, denies: true }
    ]
  },
  {
    name: "crashing",
    share: 10,
    leavesChild: false,
    hooks: [
      { command: "kill -SEGV $$", denies: false },
      { command: `${deny}; kill -KILL $$`, denies: true },
      { command: `${deny}; exit 1`, denies: true },
      { command: "no-such-program-anywhere", denies: false }
    ]
  },
  {
    name: "escaping",
    share: 6,
    leavesChild: false,
    hooks: [
      { command: "(setsid sleep 600 &) ; setsid sleep 600 & sleep 600", timeout: 1, denies: false },
      { command: "timeout 600 sleep 600; true", timeout: 1, denies: false },
      { command: `${deny}; sleep 600 & kill -STOP $$`, timeout: 1, denies: true }
    ]
  },
  {
    name: "leaving a child",
    share: 4,
    leavesChild: true,
    hooks: [
      { command: "sleep 2 & exit 2", denies: true },
      { command: `sleep 2 >&- 2>&- & ${allow}`, denies: false }
    ]
  }
]

/** The command that concerns exactly the hooks of one kind. */
export const commandOf = ({ name }: Kind): string => `soak ${name}`

/** The matcher of these hooks. */
export const matcherOf = (kind: Kind): string => `^${commandOf(kind)}$`
