import {
  actionOf,
  CurrentHost,
  type Envelope,
  everythingProfile,
  GuardedFiles,
  HookDispatcher,
  type HookInvocation,
  HookRegistry,
  type HostProfile,
  type Notice,
  type RunPolicy,
  type Scope,
  type SourceCandidate,
  SourceCheck,
  TrustPolicy
} from "@pawl/core"
import {
  type AdapterScript,
  endsWith,
  exited,
  RecordingAdapter,
  RecordingMessenger,
  type RunnerScript,
  ScriptedRunner,
  toolPre
} from "@pawl/core/testing"
import {
  type Confirmation,
  ContinuationBudget,
  CurrentPolicy,
  type HostDecision,
  type JudgingHost
} from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Definitions = ReadonlyArray<object>

const everywhere: Scope = { _tag: "Everywhere" }

/** A hooks file in the recording format, one definition for each hook. */
export const hooksFile = (
  definitions: Definitions,
  path = "/repo/hooks.recording",
  scope: Scope = everywhere
): SourceCandidate => ({
  source: { id: path, path, kind: "explicit", order: 0, format: "recording", scope, workingDirectory: "/repo" },
  contents: {
    _tag: "Read",
    text: {
      text: definitions.map((each) => JSON.stringify({ boundary: "tool.pre", command: "./hook", ...each })).join("\n"),
      digest: JSON.stringify(definitions)
    }
  }
})

export const install = (definitions: Definitions, path?: string, scope?: Scope) =>
  HookRegistry.use((registry) => registry.install(hooksFile(definitions, path, scope))).pipe(Effect.orDie)

/** The id of a hook of the file that `install` installs. */
export const id = (index: number, boundary = "tool.pre") => `/repo/hooks.recording#${boundary}[${index}]`

/** A run that answers so. */
export const says = (answer: object, latencyMs = 0) => endsWith(exited(0, JSON.stringify(answer)), latencyMs)

export const shell = (command: string, more: Partial<Envelope> = {}): Envelope =>
  toolPre({ _tag: "ShellRun", command }, more)

export const commandOf = (envelope: Envelope): string | undefined => {
  const action = actionOf(envelope.payload)
  return action?._tag === "ShellRun" ? action.command : undefined
}

/** The command that a hook has read. */
export const commandRead = ({ stdin }: HookInvocation): string =>
  /"command":"([^"]*)"/.exec(new TextDecoder().decode(stdin))?.[1] ?? ""

/** A check that finds, each time that it looks, the next version of the file; nothing new where there is none. */
export const finds = (
  ...versions: ReadonlyArray<Definitions | undefined>
): Layer.Layer<SourceCheck, never, HookRegistry> =>
  Layer.effect(
    SourceCheck,
    Effect.map(HookRegistry, (registry) => {
      const left = [...versions]
      return {
        refresh: Effect.suspend(() => {
          const next = left.shift()
          return next === undefined ? Effect.void : Effect.asVoid(Effect.orDie(registry.install(hooksFile(next))))
        })
      }
    })
  )

export interface JudgingOptions {
  readonly runs?: RunnerScript
  readonly adapter?: AdapterScript
  readonly answers?: NonNullable<AdapterScript["answers"]>
  readonly profile?: HostProfile
  readonly policy?: RunPolicy
  readonly check?: Layer.Layer<SourceCheck, never, HookRegistry>
  readonly guarded?: Layer.Layer<GuardedFiles>
}

/** Everything that a judgement needs, with hooks that do what a script says. */
export const judging = (options: JudgingOptions = {}) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(options.check ?? SourceCheck.layerNone),
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(ScriptedRunner.layer(options.runs)),
    Layer.provideMerge(
      RecordingAdapter.layerFormats({
        ...options.adapter,
        ...(options.answers === undefined ? {} : { answers: options.answers })
      })
    ),
    Layer.provideMerge(RecordingMessenger.layer),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: options.profile ?? everythingProfile, roots: ["/repo"] })),
    Layer.provideMerge(TrustPolicy.layer),
    Layer.provideMerge(options.guarded ?? GuardedFiles.layerNone),
    Layer.provideMerge(CurrentPolicy.layer(options.policy)),
    Layer.provideMerge(ContinuationBudget.layer)
  )

/** A host that decides by a function and answers each question with the next of some answers, no when there is none. */
export const hostOf = (
  decide: (envelope: Envelope) => HostDecision = () => ({ _tag: "Execute" }),
  answers: ReadonlyArray<boolean> = []
) => {
  const questions: Array<Confirmation> = []
  const host: JudgingHost = {
    hostDecision: (envelope) => Effect.sync(() => decide(envelope)),
    confirm: (question) => Effect.sync(() => answers[questions.push(question) - 1] ?? false)
  }
  return { host, questions }
}

export const asksFirst = (): HostDecision => ({ _tag: "RequireConfirmation", reason: "the host wants to know" })

/** Every notice that a person has got so far. */
export const notices: Effect.Effect<ReadonlyArray<Notice>, never, RecordingMessenger> = RecordingMessenger.use(
  ({ events }) =>
    Effect.map(events, (all) => all.flatMap((event) => (event._tag === "NoticeSent" ? [event.notice] : [])))
)

/** Every notice as its level and its text. */
export const told = Effect.map(notices, (all) => all.map(({ level, text }) => `${level}: ${text}`))

/** How many runs of hooks have been started, and that none is left. */
export const nothingRuns = ScriptedRunner.use(({ record }) =>
  Effect.map(record, ({ died, finished, interrupted, running, started }) => {
    if (running !== 0) throw new Error(`${running} hooks are left running`)
    const ended = [...finished, ...interrupted, ...died]
    if (ended.toSorted().join() !== started.toSorted().join()) throw new Error("a hook has neither ended nor goes on")
    return { started, interrupted }
  })
)
