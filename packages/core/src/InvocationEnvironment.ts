import type { Binding, BindingId } from "./Binding.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { Envelope } from "./Envelope.ts"
import type { EncodedInput, HookFormatAdapter } from "./HookFormatAdapter.ts"
import { type Identity, identityEnv } from "./Identity.ts"
import { takeSessionEnv } from "./SessionEnvNames.ts"
import type { Source } from "./Source.ts"
import { isRemote } from "./Surface.ts"

/**
 * The project that a hook is told it checks: a project source's own root; for any other source the first project of the
 * operation, else the working directory of the moment, else the directory that the hook runs in. Rule: CORE-56
 */
const projectDirectory = (source: Source, envelope: Envelope): string =>
  source.scope._tag === "Within"
    ? source.scope.root
    : (envelope.workspaceRoots[0] ?? envelope.cwd ?? source.workingDirectory)

/** Who and what a hook runs for at a moment. Rule: CORE-45, CORE-56 */
const identityOf = (binding: Binding, source: Source, envelope: Envelope): Identity => ({
  format: binding.format,
  event: binding.event,
  binding: binding.id,
  projectDirectory: projectDirectory(source, envelope),
  hostVersion: envelope.host.version,
  remote: isRemote(envelope.surface),
  ...(envelope.runId === undefined ? {} : { runId: envelope.runId }),
  ...(envelope.user === undefined ? {} : { userEmail: envelope.user.email }),
  ...(envelope.facts.transcriptPath === undefined ? {} : { transcriptPath: envelope.facts.transcriptPath })
})

/** The variables of one start of a hook, and what must be told of those that were left out. */
export interface InvocationEnvironment {
  readonly sessionEnv: Readonly<Record<string, string>>
  readonly identityEnv: Readonly<Record<string, string>>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/** With it no process could be started, and what a payload says must not keep a guard from being asked. Rule: CORE-87 */
const leftOut = (name: string, binding: BindingId): Diagnostic => ({
  code: coreCodes.variableLeftOut,
  severity: "warning",
  message: engineText.variableLeftOut(name),
  binding
})

/**
 * The environment of one start of a hook: session variables that hooks of the same source have set, then identity, the
 * format's own names for it, and what its encoder adds. Rule: CORE-30, CORE-53, CORE-56
 */
export const invocationEnvironment = (
  binding: Binding,
  source: Source,
  envelope: Envelope,
  adapter: Pick<HookFormatAdapter["Service"], "aliases">,
  encoded: Pick<EncodedInput, "env">,
  reserved: ReadonlyArray<string>
): InvocationEnvironment => {
  const own = (envelope.sessionEnv ?? []).filter((entry) => entry.source === binding.source)
  const session = takeSessionEnv(
    Object.fromEntries(own.flatMap((entry) => Object.entries(entry.variables))),
    binding.id,
    reserved
  )
  const identity = identityOf(binding, source, envelope)
  const variables = { ...identityEnv(identity), ...adapter.aliases(identity), ...encoded.env }
  const possible = Object.entries(variables).filter(([, value]) => !value.includes("\0"))
  const impossible = Object.keys(variables).filter((name) => !possible.some(([kept]) => kept === name))
  return {
    sessionEnv: session.variables,
    identityEnv: Object.fromEntries(possible),
    diagnostics: [...session.diagnostics, ...impossible.map((name) => leftOut(name, binding.id))]
  }
}
