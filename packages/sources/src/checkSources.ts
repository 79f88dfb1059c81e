import {
  catchFault,
  type Diagnostic,
  type HookFormats,
  HookRegistry,
  Messenger,
  type SourceCandidate,
  SourceCheck,
  sourceKinds
} from "@pawl/core"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Ref from "effect/Ref"
import * as Semaphore from "effect/Semaphore"
import type { CurrentSystem } from "./CurrentSystem.ts"
import { changesBetween, type SourceChange, textsOf } from "./changesBetween.ts"
import { type Discovery, discoverAgain } from "./Discovery.ts"
import type { SourceUnreadable } from "./Errors.ts"
import { sourceFinding } from "./SourceFinding.ts"

/** Where nothing can be looked at any more, every source that was known has become unreadable. */
const allUnreadable =
  (known: ReadonlyArray<SourceCandidate>) =>
  ({ message }: SourceUnreadable): Effect.Effect<ReadonlyArray<SourceCandidate>> => {
    const found = message.replace(/\.$/u, "")
    return Effect.succeed(
      known.map(({ source }) => ({
        source,
        contents: {
          _tag: "Unreadable",
          diagnostics: [sourceFinding("sources/not-looked-for", source.path, { found })]
        }
      }))
    )
  }

/** A subscriber that fails must not change what is in force. */
const tell = (diagnostic: Diagnostic): Effect.Effect<void, never, Messenger> =>
  catchFault(
    Messenger.use(({ send }) => send({ _tag: "DiagnosticFound", diagnostic })),
    (detail) => Effect.logError("a subscriber of hook events failed", { event: "DiagnosticFound", detail })
  )

/** Puts a change in force. What cannot be loaded is a failed load, which the registry keeps and tells. */
const apply = Effect.fnUntraced(function* ({ diagnostic, now, source }: SourceChange) {
  const registry = yield* HookRegistry
  if (now !== undefined) {
    return yield* registry.install(now).pipe(
      Effect.asVoid,
      Effect.catchTag("SourceRejected", () => Effect.void),
      // The registry knows nothing of what it cannot ask anybody to read.
      Effect.catchTag("UnknownFormat", ({ format }) =>
        tell(sourceFinding("sources/unknown-format", source.path, { format }))
      )
    )
  }
  yield* registry.lose(source.id)
  yield* tell({ ...diagnostic, severity: "warning" })
})

/** The same bytes may have another standing now: an approval can come and go, and look at more than them. */
const assessAgain = Effect.fnUntraced(function* (now: ReadonlyArray<SourceCandidate>, changed: ReadonlySet<string>) {
  const registry = yield* HookRegistry
  const { sources } = yield* registry.snapshot
  const failed = new Set(sources.flatMap((state) => (state.failed ? [state.source.id] : [])))
  for (const candidate of now) {
    const { id, kind } = candidate.source
    // What could not be loaded cannot be loaded now either, whoever approves it.
    if (changed.has(id) || failed.has(id) || !sourceKinds[kind].needsApproval || candidate.contents._tag !== "Read") {
      continue
    }
    yield* Effect.result(registry.install(candidate))
  }
})

/**
 * The check of a judgement, for sources that were found by `discover`: it looks wherever the discovery looked, reads what
 * is there, and installs what has other bytes, another standing, is new, or cannot be read any more; what is gone is out of
 * force, with a warning. Checks wait for one another. It needs no watcher and holds nothing open. Rule: SRC-26
 *
 * @example
 * ```ts
 * const services = Layer.provideMerge(layerSourceCheck(discovery), HookRegistry.layer)
 * ```
 */
export const layerSourceCheck = (
  discovery: Discovery
): Layer.Layer<
  SourceCheck,
  never,
  HookRegistry | HookFormats | Messenger | CurrentSystem | FileSystem.FileSystem | Path.Path
> =>
  Layer.effect(
    SourceCheck,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        HookRegistry | HookFormats | Messenger | CurrentSystem | FileSystem.FileSystem | Path.Path
      >()
      const ref = yield* Ref.make(discovery.candidates)
      const oneAtATime = yield* Semaphore.make(1)
      const refresh = Effect.gen(function* () {
        const known = yield* Ref.get(ref)
        const now = yield* discoverAgain(discovery.options, textsOf(known)).pipe(
          Effect.map(({ candidates }) => candidates),
          Effect.catchTag("SourceUnreadable", allUnreadable(known))
        )
        const changes = changesBetween(known, now)
        yield* Effect.forEach(changes, apply, { discard: true })
        yield* assessAgain(now, new Set(changes.map(({ source }) => source.id)))
        yield* Ref.set(ref, now)
      })
      return { refresh: oneAtATime.withPermits(1)(refresh).pipe(Effect.provide(context)) }
    })
  )
