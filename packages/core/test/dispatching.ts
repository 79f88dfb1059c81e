import {
  type DispatchOutcome,
  defaultRunPolicy,
  type Envelope,
  HookDispatcher,
  type RunPolicy,
  type Snapshot
} from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type BindingFields, binding, type EngineOptions, engineLayer, envelope } from "./support.ts"

export const strict: RunPolicy = { strict: true, headlessAsk: "deny" }
export const dispatcherLayer = (options?: EngineOptions) =>
  HookDispatcher.layer.pipe(Layer.provide(engineLayer(options)))

/** One dispatch by a dispatcher of its own. */
export const dispatch = (
  snapshot: Snapshot,
  options: EngineOptions & { readonly moment?: Envelope; readonly policy?: RunPolicy } = {}
): Effect.Effect<DispatchOutcome> =>
  HookDispatcher.use((dispatcher) =>
    dispatcher.dispatch(options.moment ?? envelope(), { policy: options.policy ?? defaultRunPolicy, snapshot })
  ).pipe(Effect.provide(dispatcherLayer(options)))

export const reasonOf = ({ merged: { verdict } }: DispatchOutcome) =>
  verdict._tag === "Deny" || verdict._tag === "Ask" ? verdict.reason : undefined
export const codes = (outcome: DispatchOutcome) => outcome.diagnostics.map((each) => each.code)
export const exits = (outcome: DispatchOutcome) => outcome.records.map((each) => [each.binding, each.exit.kind])
export const after = {
  _tag: "tool.result",
  action: { _tag: "ShellRun", command: "ls" },
  result: { _tag: "TextReturned", text: "" }
} as const
export const prompt = { _tag: "prompt.submit", prompt: "hello", attachments: [] } as const
export const atResult = (id: string, more: BindingFields = {}) => binding(id, { boundary: "tool.result", ...more })
export const atPrompt = (id: string, more: BindingFields = {}) => binding(id, { boundary: "prompt.submit", ...more })
export const broken = (): never => {
  throw new Error("it broke")
}
