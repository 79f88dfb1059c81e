import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { CursorAdapter } from "../packages/adapter-cursor/src/index.ts"
import {
  CurrentHost,
  type DispatchOutcome,
  defaultRunPolicy,
  type Envelope,
  everythingProfile,
  HookDispatcher,
  type HookEvent,
  HookFormats,
  HookRegistry,
  type HookRunner,
  Messenger,
  TrustPolicy
} from "../packages/core/src/index.ts"
import { source } from "../packages/core/src/testing/index.ts"
import * as VmRegexEngine from "../packages/format-kit/src/vm/VmRegexEngine.ts"
import { nodeHookRunner } from "../packages/runner-node/src/index.ts"

/** A hook of a host under measurement, as somebody writes it in a hooks file. */
interface Definition {
  readonly command: string
  readonly matcher?: string
  readonly timeout?: number
  readonly failClosed?: boolean
}

/** The real thing, put together as somebody does who embeds it. */
export interface BenchHost {
  readonly dispatch: (envelope: Envelope) => Effect.Effect<DispatchOutcome>
  readonly close: () => Promise<void>
}

interface BenchHostOptions {
  /** Hooks run here. */
  readonly folder: string
  /** The hooks that are asked before a command. */
  readonly hooks: ReadonlyArray<Definition>
  /** What runs the hooks, by default what runs them in this process. */
  readonly runner?: Layer.Layer<HookRunner>
  readonly messages?: (event: HookEvent) => Effect.Effect<void>
}

/** Starts a host whose hooks come from a file that a person has named, so that they need no approval. */
export const makeHost = async ({
  folder,
  hooks,
  messages,
  runner = nodeHookRunner()
}: BenchHostOptions): Promise<BenchHost> => {
  const engine = HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(messages === undefined ? Messenger.layer : Messenger.layerTo(messages)),
    Layer.provide(runner),
    Layer.provide(TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile: everythingProfile, roots: [folder] })),
    Layer.provide(Layer.orDie(HookFormats.layer(CursorAdapter.layer))),
    Layer.provideMerge(VmRegexEngine.layer)
  )
  const file = source({ id: `${folder}/hooks.json`, format: "cursor", workingDirectory: folder })
  const text = JSON.stringify({ version: 1, hooks: { beforeShellExecution: hooks } })
  const scope = await Effect.runPromise(Scope.make())
  const begin = Effect.gen(function* () {
    const context = yield* Layer.buildWithScope(engine, scope)
    const { dispatch, snapshot } = yield* Effect.provide(
      Effect.gen(function* () {
        const registry = yield* HookRegistry
        const dispatcher = yield* HookDispatcher
        const contents = { _tag: "Read", text: { text, digest: "0".repeat(64) } } as const
        return { ...dispatcher, snapshot: yield* registry.install({ source: file, contents }) }
      }),
      context
    )
    return (envelope: Envelope) => Effect.provide(dispatch(envelope, { policy: defaultRunPolicy, snapshot }), context)
  })
  return {
    dispatch: await Effect.runPromise(begin),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
