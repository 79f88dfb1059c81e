import { describe, expectTypeOf, it } from "@effect/vitest"
import {
  type CurrentHost,
  type DispatchOutcome,
  type DuplicateFormat,
  type Envelope,
  type HookAnswer,
  HookDispatcher,
  type HookFormatAdapter,
  HookFormats,
  HookRegistry,
  HookRunner,
  type InvocationRecord,
  type MergedEffects,
  Messenger,
  type RefusalContext,
  type RunPolicy,
  reduce,
  refuse,
  type Snapshot,
  type SourceCandidate,
  type SourceRejected,
  TrustPolicy,
  type UnknownFormat
} from "@pawl/core"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

declare const acme: Layer.Layer<HookFormatAdapter, "broken", "needed">
declare const plain: Layer.Layer<HookFormatAdapter>

describe("what the services ask for and how they can fail", () => {
  it("the dispatcher asks for nothing and cannot fail once it is built", () => {
    expectTypeOf<HookDispatcher["Service"]["dispatch"]>().toEqualTypeOf<
      (
        envelope: Envelope,
        options: { readonly policy: RunPolicy; readonly snapshot: Snapshot }
      ) => Effect.Effect<DispatchOutcome, never, never>
    >()
    expectTypeOf(HookDispatcher.layer).toEqualTypeOf<
      Layer.Layer<HookDispatcher, never, HookFormats | HookRunner | CurrentHost | Messenger>
    >()
  })

  it("the registry fails only where a source could not be loaded", () => {
    expectTypeOf<HookRegistry["Service"]["install"]>().toEqualTypeOf<
      (candidate: SourceCandidate) => Effect.Effect<Snapshot, SourceRejected | UnknownFormat, never>
    >()
    expectTypeOf<HookRegistry["Service"]["remove"]>().returns.toEqualTypeOf<Effect.Effect<Snapshot, never, never>>()
    expectTypeOf<HookRegistry["Service"]["snapshot"]>().toEqualTypeOf<Effect.Effect<Snapshot, never, never>>()
    expectTypeOf(HookRegistry.layer).toEqualTypeOf<
      Layer.Layer<HookRegistry, never, HookFormats | TrustPolicy | CurrentHost>
    >()
  })

  it("a runner's failure is an outcome", () => {
    expectTypeOf<Effect.Error<ReturnType<HookRunner["Service"]["run"]>>>().toBeNever()
    expectTypeOf(HookRunner.layerUnavailable).toEqualTypeOf<Layer.Layer<HookRunner, never, never>>()
  })

  it("an adapter neither fails nor asks for anything", () => {
    expectTypeOf<Effect.Error<ReturnType<HookFormatAdapter["Service"]["parse"]>>>().toBeNever()
    expectTypeOf<Effect.Services<ReturnType<HookFormatAdapter["Service"]["select"]>>>().toBeNever()
  })

  it("formats fail when two claim one name, and with what their adapters fail with", () => {
    expectTypeOf(HookFormats.layer(acme, plain)).toEqualTypeOf<
      Layer.Layer<HookFormats, "broken" | DuplicateFormat, "needed">
    >()
    expectTypeOf(HookFormats.layer()).toEqualTypeOf<Layer.Layer<HookFormats, DuplicateFormat, never>>()
  })

  it("trust and the messenger ask for nothing", () => {
    expectTypeOf(TrustPolicy.layer).toEqualTypeOf<Layer.Layer<TrustPolicy, never, never>>()
    expectTypeOf(Messenger.layer).toEqualTypeOf<Layer.Layer<Messenger, never, never>>()
  })

  it("reducing and refusing are plain functions, and a record is an answer", () => {
    expectTypeOf(reduce).toEqualTypeOf<(answers: ReadonlyArray<HookAnswer>) => MergedEffects>()
    expectTypeOf(refuse).toEqualTypeOf<(merged: MergedEffects, context: RefusalContext) => MergedEffects>()
    expectTypeOf<InvocationRecord>().toExtend<HookAnswer>()
  })
})
