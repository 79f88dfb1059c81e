import {
  CurrentHost,
  type Envelope,
  everythingProfile,
  GuardedFiles,
  HookDispatcher,
  HookRegistry,
  type HostProfile,
  type SourceCandidate,
  SourceCheck,
  TrustPolicy
} from "@pawl/core"
import {
  type AdapterScript,
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

/** A hooks file in the recording format, one definition for each hook. */
const hooksFile = (definitions: ReadonlyArray<object>, path = "/repo/hooks.recording"): SourceCandidate => ({
  source: {
    id: path,
    path,
    kind: "explicit",
    order: 0,
    format: "recording",
    scope: { _tag: "Everywhere" },
    workingDirectory: "/repo"
  },
  contents: {
    _tag: "Read",
    text: {
      text: definitions.map((each) => JSON.stringify({ boundary: "tool.pre", command: "./hook", ...each })).join("\n"),
      digest: JSON.stringify(definitions)
    }
  }
})

export const install = (definitions: ReadonlyArray<object>, path?: string) =>
  HookRegistry.use((registry) => registry.install(hooksFile(definitions, path))).pipe(Effect.orDie)

export const shell = (command: string, more: Partial<Envelope> = {}): Envelope =>
  toolPre({ _tag: "ShellRun", command }, more)

/** Everything that a judgement needs, with hooks that do what a script says. */
export const judging = (
  options: {
    readonly runs?: RunnerScript
    readonly answers?: AdapterScript["answers"]
    readonly profile?: HostProfile
    readonly check?: Layer.Layer<SourceCheck, never, HookRegistry>
    readonly guarded?: Layer.Layer<GuardedFiles>
  } = {}
) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(options.check ?? SourceCheck.layerNone),
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(ScriptedRunner.layer(options.runs)),
    Layer.provideMerge(
      RecordingAdapter.layerFormats(options.answers === undefined ? {} : { answers: options.answers })
    ),
    Layer.provideMerge(RecordingMessenger.layer),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: options.profile ?? everythingProfile, roots: ["/repo"] })),
    Layer.provideMerge(TrustPolicy.layer),
    Layer.provideMerge(options.guarded ?? GuardedFiles.layerNone),
    Layer.provideMerge(CurrentPolicy.layer()),
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
