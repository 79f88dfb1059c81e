import { scrubList } from "./scrubList.ts"
import { variableNames } from "./VariableNames.ts"

/**
 * Which of the inherited variables a hook gets: all but some, only some, or all. Names are exact, or patterns in which `*`
 * stands for any characters. What is passed through is not scrubbed; that list belongs to the host and its user, never to
 * a file of a project. Rule: RUN-21, RUN-34
 *
 * @example
 * ```ts
 * const policy: EnvironmentPolicy = { _tag: "Scrub", names: [...scrubList, "*_PASSWORD"], passThrough: ["GEMINI_API_KEY"] }
 * ```
 */
export type EnvironmentPolicy =
  | { readonly _tag: "Scrub"; readonly names: ReadonlyArray<string>; readonly passThrough: ReadonlyArray<string> }
  | { readonly _tag: "AllowOnly"; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "AsItIs" }

/** Everything but the {@link scrubList}. Rule: RUN-21 */
export const defaultEnvironmentPolicy: EnvironmentPolicy = { _tag: "Scrub", names: scrubList, passThrough: [] }

/** Variables as a process inherits them. */
export type Variables = Readonly<Record<string, string | undefined>>

/** What every hook of a runner starts from, and the names that were kept from it, sorted. Rule: RUN-21 */
export interface BaseEnvironment {
  readonly variables: Readonly<Record<string, string>>
  readonly removed: ReadonlyArray<string>
}

// What a hook may rely on.
const protocolVersion = "1"

/** The list of runs that a process is below, outermost first; also how descendants of a hook are found. Rule: RUN-22 */
export const invocationsVariable = "PAWL_INVOCATIONS"

// When this process is itself below a hook, these speak of that outer hook; what is not known of the inner one must be
// absent, not somebody else's.
const identityNames: ReadonlySet<string> = new Set([
  "PAWL_PROJECT_DIR",
  "PAWL_FORMAT",
  "PAWL_EVENT",
  "PAWL_BINDING",
  "PAWL_RUN_ID",
  "PAWL_USER_EMAIL",
  "PAWL_REMOTE",
  "PAWL_HOOK_PROTOCOL_VERSION",
  invocationsVariable
])

const passes = (policy: EnvironmentPolicy): ((name: string) => boolean) => {
  switch (policy._tag) {
    case "Scrub": {
      const isScrubbed = variableNames(policy.names)
      const isPassed = variableNames(policy.passThrough)
      return (name) => !isScrubbed(name) || isPassed(name)
    }
    case "AllowOnly":
      return variableNames(policy.names)
    case "AsItIs":
      return () => true
  }
}

/** Applies a policy to what a process has inherited; done once for a runner, not for each hook. Rule: RUN-21 */
export const baseEnvironment = (inherited: Variables, policy: EnvironmentPolicy): BaseEnvironment => {
  const pass = passes(policy)
  const variables: Record<string, string> = {}
  const removed: Array<string> = []
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined || identityNames.has(name)) continue
    if (pass(name)) variables[name] = value
    else removed.push(name)
  }
  return { variables, removed: removed.sort() }
}

/** What one run adds to the base. */
export interface EnvironmentOfRun {
  readonly sessionEnv: Readonly<Record<string, string>>
  readonly identityEnv: Readonly<Record<string, string>>
  /** What the base holds under these names speaks of somebody else. */
  readonly notInherited: ReadonlyArray<string>
  readonly invocations: ReadonlyArray<string>
  /** The PATH of the person's login shell, once it is known. */
  readonly capturedPath: string | undefined
}

const inheritedBy = (
  { variables }: BaseEnvironment,
  { notInherited }: EnvironmentOfRun
): BaseEnvironment["variables"] => {
  // Few processes are below another hook: the others need no copy without them.
  if (!notInherited.some((name) => Object.hasOwn(variables, name))) return variables
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !notInherited.includes(name)))
}

/**
 * The variables of one hook. Each layer is laid over the one before: inherited, session, identity, captured PATH,
 * protocol version. Rule: RUN-20, RUN-60
 */
export const hookEnvironment = (base: BaseEnvironment, run: EnvironmentOfRun): Record<string, string> => ({
  ...inheritedBy(base, run),
  ...run.sessionEnv,
  ...run.identityEnv,
  [invocationsVariable]: run.invocations.join(","),
  ...(run.capturedPath === undefined ? {} : { PATH: run.capturedPath }),
  PAWL_HOOK_PROTOCOL_VERSION: protocolVersion
})

/**
 * The runs that this process is below, outermost first, from its own variables: what a host passes on as the outer
 * invocations. Rule: RUN-22
 *
 * @example
 * ```ts
 * invocationsFrom({ PAWL_INVOCATIONS: "a1-x-0,b2-y-4" }) // ["a1-x-0", "b2-y-4"]
 * ```
 */
export const invocationsFrom = (variables: Variables): ReadonlyArray<string> =>
  (variables[invocationsVariable] ?? "").split(",").filter((id) => id !== "")
