/** A hook that denies, in whatever circumstances, or one that hangs. */
export interface PeerScenario {
  readonly name: string
  /** `deny` is shell code that prints a denial in the words of the engine. */
  readonly script: (deny: string) => string
  /** A hook that has hung says nothing; only what is left of it counts. */
  readonly isSilent?: boolean
  readonly textBytes?: number
}

/** Rows of the table that a runner must hold, which any format can say: a denial by exit code is not every engine's. */
export const peerScenarios: ReadonlyArray<PeerScenario> = [
  { name: "deny, exit 0", script: (deny) => deny },
  { name: "a line of noise, then deny", script: (deny) => `echo loading rules\n${deny}` },
  { name: "deny, then a line of noise", script: (deny) => `${deny}\necho\necho done` },
  { name: "deny, then exit 1", script: (deny) => `${deny}\nexit 1` },
  { name: "deny, then killed by a signal", script: (deny) => `${deny}\nkill -KILL $$` },
  { name: "deny, then a hang until the timeout", script: (deny) => `${deny}\nexec sleep 600` },
  { name: "deny while a background child holds stdout", script: (deny) => `sleep 6 &\n${deny}` },
  { name: "deny without reading 4 MiB of stdin", script: (deny) => deny, textBytes: 4_194_304 },
  { name: "64 MiB on stderr, then deny", script: (deny) => `head -c 67108864 /dev/zero >&2\n${deny}` },
  {
    name: "a log line to /dev/stderr under set -e, then deny",
    script: (deny) => `set -e\necho checking > /dev/stderr\n${deny}`
  },
  { name: "a hang with a child in the group", script: () => "sleep 600 &\nsleep 600\nwait", isSilent: true },
  { name: "a hang that ignores TERM", script: () => "trap '' TERM\nwhile :; do sleep 1; done", isSilent: true },
  {
    name: "a hang with a child in a session of its own",
    script: () => "setsid sleep 600 &\nsleep 600\nwait",
    isSilent: true
  }
]
