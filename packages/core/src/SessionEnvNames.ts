import type { BindingId } from "./Binding.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { HookFormatAdapter } from "./HookFormatAdapter.ts"
import type { Identity } from "./Identity.ts"
import { limits } from "./Limits.ts"
import { byteLength } from "./Text.ts"

/**
 * The names that a hook can never set for later hooks: each decides which program runs, what it loads before its first
 * line, or who it believes it runs for. The names that a format itself uses for the identity are added by
 * {@link reservedPrefixes}. Rule: CORE-53
 */
export const neverTaken = {
  names: ["PATH", "HOME", "SHELL", "IFS", "ENV", "BASH_ENV", "NODE_OPTIONS"],
  prefixes: ["LD_", "DYLD_", "PYTHON", "PERL5", "RUBY", "GIT_", "PAWL_"]
} as const

/** An identity of which all is known: with it a format uses each of its names. */
export const somebody: Identity = {
  format: "",
  event: "",
  binding: "",
  projectDirectory: "/",
  hostVersion: "",
  remote: true,
  runId: "",
  userEmail: "",
  transcriptPath: ""
}

/**
 * The variables under which a format can carry the identity, whatever is known of it at a moment. Below another hook they
 * are inherited, and would say that a hook runs for whom the outer one did. Rule: RUN-60
 */
export const aliasNames = (adapter: Pick<HookFormatAdapter["Service"], "aliases">): ReadonlyArray<string> =>
  Object.keys(adapter.aliases(somebody))

/**
 * What the variables start with under which a format carries the identity: whoever could set one of them could tell a
 * later hook that it runs for somebody else. Rule: CORE-53
 */
export const reservedPrefixes = (adapter: Pick<HookFormatAdapter["Service"], "aliases">): ReadonlyArray<string> => [
  ...new Set(aliasNames(adapter).map((name) => name.slice(0, name.indexOf("_") + 1) || name))
]

const names: ReadonlySet<string> = new Set(neverTaken.names)

/** Whether a later hook may get a variable of that name. Case is ignored, because it is on one platform. */
const isTaken = (name: string, reserved: ReadonlyArray<string>): boolean => {
  const upper = name.toUpperCase()
  return (
    name !== "" &&
    !name.includes("=") &&
    !name.includes("\0") &&
    !names.has(upper) &&
    !neverTaken.prefixes.some((prefix) => upper.startsWith(prefix)) &&
    !reserved.some((prefix) => upper.startsWith(prefix.toUpperCase()))
  )
}

/** The session variables that are taken, and what must be told of the rest. */
export interface TakenSessionEnv {
  readonly variables: Readonly<Record<string, string>>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * What is taken of the session variables that a hook sets, or that a host hands on: no name of {@link neverTaken} or that
 * starts with a reserved prefix, no name or value that no process can be given, and no more than the limits allow. Whatever is left out is told.
 * Rule: CORE-53, CORE-49
 */
export const takeSessionEnv = (
  variables: Readonly<Record<string, string>>,
  binding: BindingId,
  reserved: ReadonlyArray<string>
): TakenSessionEnv => {
  const taken: Array<readonly [string, string]> = []
  const diagnostics: Array<Diagnostic> = []
  let bytes = 0
  let over = 0
  for (const [name, value] of Object.entries(variables)) {
    if (!isTaken(name, reserved) || value.includes("\0")) {
      const message = engineText.sessionEnvRefused(name)
      diagnostics.push({ code: coreCodes.sessionEnvRefused, severity: "warning", message, binding })
      continue
    }
    const size = byteLength(name) + byteLength(value)
    if (taken.length === limits.sessionEnvNames || bytes + size > limits.sessionEnvBytes) {
      over += 1
      continue
    }
    bytes += size
    taken.push([name, value])
  }
  if (over > 0) {
    const message = engineText.sessionEnvCut(over)
    diagnostics.push({ code: coreCodes.sessionEnvCut, severity: "warning", message, binding })
  }
  return { variables: Object.fromEntries(taken), diagnostics }
}
