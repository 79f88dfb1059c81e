import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DispatchOutcome } from "./DispatchOutcome.ts"
import type { Envelope } from "./Envelope.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import type { Snapshot } from "./Snapshot.ts"

/**
 * Takes one moment to every hook in force: all that match run at once, and their answers are merged in the order of the
 * pinned snapshot, whatever order they finished in. Interrupting it ends every hook and yields no outcome. It never
 * fails: our own faults are denials before an operation, halts on a prompt, reports afterwards. Rule: CORE-33, CORE-11
 */
export class HookDispatcher extends Context.Service<
  HookDispatcher,
  {
    readonly dispatch: (
      envelope: Envelope,
      options: { readonly policy: RunPolicy; readonly snapshot: Snapshot }
    ) => Effect.Effect<DispatchOutcome>
  }
>()("@pawl/core/HookDispatcher") {}
