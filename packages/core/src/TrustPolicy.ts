import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Source, type SourceText, sourceKinds } from "./Source.ts"

/**
 * Whether the hooks of a source may run. `Changed` is a source that was approved with other bytes: nothing of the new
 * content runs, and the guards of the approved version deny. Rule: CORE-14
 */
export type Trust =
  | { readonly _tag: "Approved"; readonly by: "kind" | "call" | "store" }
  | { readonly _tag: "NotApproved" }
  | { readonly _tag: "Changed" }

/** Decides which sources may run. It looks at bytes, never at what they say. Rule: CORE-14 */
export class TrustPolicy extends Context.Service<
  TrustPolicy,
  {
    readonly assess: (source: Source, text: SourceText) => Effect.Effect<Trust>
  }
>()("@pawl/core/TrustPolicy") {
  /** Project files are not run; every other kind needs no approval. */
  static readonly layer: Layer.Layer<TrustPolicy> = Layer.succeed(TrustPolicy, {
    assess: (source) =>
      Effect.succeed(
        sourceKinds[source.kind].needsApproval ? { _tag: "NotApproved" } : { _tag: "Approved", by: "kind" }
      )
  })

  /**
   * What the call itself trusts: the bytes of a project file that are seen first, for as long as this layer lives. Other
   * bytes later are a change of an approved source.
   */
  static readonly layerThisCall: Layer.Layer<TrustPolicy> = Layer.sync(TrustPolicy, () => {
    const approved = new Map<string, string>()
    return {
      assess: (source, text) =>
        Effect.sync(() => {
          if (!sourceKinds[source.kind].needsApproval) return { _tag: "Approved", by: "kind" }
          const digest = approved.get(source.id)
          if (digest === undefined) {
            approved.set(source.id, text.digest)
            return { _tag: "Approved", by: "call" }
          }
          return digest === text.digest ? { _tag: "Approved", by: "call" } : { _tag: "Changed" }
        })
    }
  })

  /**
   * What was found when something began, by the id of its source: exactly these digests. Other bytes of the same file are
   * a change of an approved one, and a file that was not there then is not approved. Rule: CORE-78
   *
   * @example
   * ```ts
   * TrustPolicy.layerFound(new Map([["/repo/hooks.json", digest]]))
   * ```
   */
  static readonly layerFound = (digests: ReadonlyMap<string, string>): Layer.Layer<TrustPolicy> =>
    Layer.succeed(TrustPolicy, {
      assess: (source, { digest }) => {
        if (!sourceKinds[source.kind].needsApproval) return Effect.succeed({ _tag: "Approved", by: "kind" })
        const approved = digests.get(source.id)
        if (approved === undefined) return Effect.succeed({ _tag: "NotApproved" })
        return Effect.succeed(approved === digest ? { _tag: "Approved", by: "call" } : { _tag: "Changed" })
      }
    })
}
