import { CursorAdapter } from "@pawl/adapter-cursor"
import * as Pawl from "@pawl/core"
import * as Gate from "@pawl/permission"
import { nodeHookRunner } from "@pawl/runner-node"
import { type Discovery, discover, installAll, layerGuardedFiles, layerSourceCheck } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import { Clock, Effect, Layer, Path } from "effect"

/** What the agent's program has already: a person, a model, and tools. */
export interface Agent {
  readonly askPerson: (lines: ReadonlyArray<string>) => Effect.Effect<boolean>
  readonly showPerson: (line: string) => Effect.Effect<void>
  readonly tellModel: (text: string) => Effect.Effect<void>
  readonly run: (action: Pawl.Action) => Effect.Effect<Pawl.ActionResult>
}

/** What this host reports, and what it honours: nothing that is not handed on below. */
const profile: Pawl.HostProfile = {
  name: "my-agent",
  boundaries: {
    "session.start": { reports: true, facets: [], honours: ["notice", "session-env", "model-context"] },
    "tool.pre": {
      reports: true,
      facets: ["shell", "file.edit"],
      honours: ["verdict", "notice", "replacement-input"]
    },
    "tool.result": { reports: true, facets: ["shell", "file.edit"], honours: ["notice", "model-context"] },
    "turn.stop": { reports: true, facets: [], honours: ["notice", "continuation"] }
  },
  continuationCap: 8,
  extensions: []
}

const files = Layer.mergeAll(
  SyncFileSystem.layer,
  NodeSystem.layer,
  Path.layer,
  Pawl.HookFormats.layer(CursorAdapter.layer)
)

/** Reasons and notices are cleaned already; whatever else somebody has written is shown with `escapeText`. */
const told = (event: Pawl.HookEvent): ReadonlyArray<string> => {
  if (event._tag === "NoticeSent")
    return [`${event.notice.level}, says the ${event.notice.author}: ${event.notice.text}`]
  if (event._tag === "DiagnosticFound") return [Pawl.escapeText(event.diagnostic.message)]
  return []
}

const shown = (action: Pawl.Action | undefined): string => Pawl.escapeText(JSON.stringify(action))

/** Hooks of a project are code from a repository: exactly the bytes that a person has agreed to are approved. */
const approvals = Effect.fn("approvals")(function* ({ candidates }: Discovery, agent: Agent) {
  const digests = new Map<string, string>()
  for (const { contents, source } of candidates) {
    if (contents._tag !== "Read" || !Pawl.sourceKinds[source.kind].needsApproval) continue
    const lines = [`Run the hooks of ${Pawl.escapeText(source.path)}?`, Pawl.escapeText(contents.text.text)]
    if (yield* agent.askPerson(lines)) digests.set(source.id, contents.text.digest)
  }
  return Pawl.TrustPolicy.layerFound(digests)
})

const services = (discovery: Discovery, trust: Layer.Layer<Pawl.TrustPolicy>, agent: Agent) => {
  const parts = Layer.mergeAll(
    files,
    trust,
    nodeHookRunner(),
    Layer.succeed(Pawl.CurrentHost, { profile, roots: [discovery.root] }),
    Pawl.Messenger.layerTo((event) => Effect.forEach(told(event), agent.showPerson, { discard: true })),
    Gate.ContinuationBudget.layer
  )
  return Layer.mergeAll(
    Pawl.HookDispatcher.layer,
    layerSourceCheck(discovery),
    layerGuardedFiles,
    // Nothing runs past hooks that nobody has approved, or that could not be loaded.
    Gate.CurrentPolicy.layerStrictIfNotAsked()
  ).pipe(Layer.provideMerge(Pawl.HookRegistry.layer), Layer.provideMerge(parts))
}

/** A conversation in a folder: what the hooks of the folder say about it is heeded. */
export const converse = <A, E, R>(
  cwd: string,
  agent: Agent,
  talk: (conversation: Effect.Success<ReturnType<typeof begin>>) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const discovery = yield* discover({ cwd })
    const trust = yield* approvals(discovery, agent)
    return yield* Effect.gen(function* () {
      for (const { error, source } of yield* installAll(discovery)) {
        yield* agent.showPerson(Pawl.escapeText(`${source.path}: ${error.message}`))
      }
      return yield* talk(yield* begin(cwd, discovery.root, agent))
    }).pipe(Effect.provide(services(discovery, trust, agent)))
  }).pipe(Effect.provide(files))

const begin = Effect.fn("begin")(function* (cwd: string, root: string, agent: Agent) {
  let sessionEnv: ReadonlyArray<Pawl.SessionEnv> = []
  let turn = 1
  const host: Gate.JudgingHost = {
    // What this host would do by itself, about the input that it is given: another one after a rewrite.
    hostDecision: () => Effect.succeed({ _tag: "Execute" }),
    confirm: ({ envelope, isRewritten, others, reason }) =>
      agent.askPerson([
        ...[reason, ...others].map(({ author, text }) => `The ${author} asks: ${text}`),
        `${isRewritten ? "Replaced by a hook: " : ""}${shown(Pawl.actionOf(envelope.payload))}`
      ])
  }
  const judged = Effect.fn("judged")(function* (payload: Pawl.Payload) {
    const judgement = yield* Gate.judge(
      {
        envelope: {
          payload,
          surface: "interactive",
          host: { name: profile.name, version: "1.0.0" },
          at: yield* Clock.currentTimeMillis,
          conversationId: "conversation-1",
          turnId: `turn-${turn}`,
          cwd,
          workspaceRoots: [root],
          sessionEnv,
          facts: {}
        }
      },
      host
    )
    const outcome = Gate.lastOutcome(judgement)
    for (const { text } of outcome?.merged.modelContext ?? []) yield* agent.tellModel(text)
    return { ...judgement, outcome }
  })

  const start = yield* judged({ _tag: "session.start" })
  if (start.outcome !== undefined) sessionEnv = Pawl.sessionEnvOf(start.outcome)

  return {
    /** Runs an action if it may run, and says what its call ends with. */
    act: Effect.fn("act")(function* (action: Pawl.Action) {
      const { decision, envelope, isRewritten } = yield* judged({ _tag: "tool.pre", action })
      if (decision._tag === "Deny") return Gate.deniedResult(action, decision.reason, profile).result
      const toRun = Pawl.actionOf(envelope.payload)
      // At a moment before an operation there is no other decision; whatever it were, only Execute runs.
      if (decision._tag !== "Execute" || toRun === undefined) return yield* Effect.die(`not decided: ${decision._tag}`)
      // Nobody else tells of a rewrite.
      if (isRewritten) yield* agent.showPerson(`A hook has replaced this; run is ${shown(toRun)}`)
      const result = yield* agent.run(toRun)
      yield* judged({ _tag: "tool.result", action: toRun, result })
      return result
    }),
    /** Ends a turn; a text is what the model goes on with, in the same turn. */
    endTurn: Effect.fn("endTurn")(function* (loopCount: number) {
      const { outcome } = yield* judged({ _tag: "turn.stop", status: "completed", loopCount })
      const followUp = outcome?.merged.continuation?.message
      if (followUp === undefined) turn += 1
      return followUp
    })
  }
})
