import {
  CurrentHost,
  CurrentReading,
  type Diagnostic,
  type DispatchOutcome,
  diagnosticsOf,
  type Envelope,
  HookDispatcher,
  HookFormats,
  HookRegistry,
  Messenger,
  sourcesNotAsked,
  TrustPolicy
} from "@pawl/core"
import type { Decision } from "@pawl/permission"
import type { Discovery } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asFound } from "../hooks/asFound.ts"
import { loadHooks, outerInvocations } from "../hooks/loadHooks.ts"
import { makeRunId, momentHere, saysHeadless } from "../hooks/momentHere.ts"
import { notApproved } from "../hooks/notApproved.ts"
import { searchHooks } from "../hooks/searchHooks.ts"
import { askHooks } from "./askHooks.ts"
import { CannotFire } from "./CannotFire.ts"
import { hosts, readings } from "./choices.ts"
import type { FireReport } from "./FireReport.ts"
import { exampleLine, findEvent, type KnownEvent } from "./findEvent.ts"
import { denial, makeReport, notAsked } from "./makeReport.ts"
import { noHooks, notLookedFor } from "./notes.ts"
import type { FireCall } from "./parseCall.ts"
import { readPayload } from "./readPayload.ts"
import { notingRunner, type SeenOutputs } from "./seenOutputs.ts"

/** What a moment came to: the report, and what only a person is shown. Rule: CLI-50, CLI-51 */
export interface Fired {
  readonly report: FireReport
  readonly decision: Decision
  readonly outputs: SeenOutputs
  readonly headless: boolean
}

/** The moment of a payload; what the payload lacks is what is known where one stands. Rule: CLI-46 */
const momentOf = ({ adapter, event }: KnownEvent, payload: Uint8Array | undefined, base: Envelope) =>
  Effect.mapError(Effect.fromResult(adapter.envelopeFrom(event.name, payload ?? {}, base)), ({ message }) => {
    const example = `for example: ${exampleLine(event)}`
    const why = payload === undefined ? `${event.name} needs a payload` : `this is no payload of ${event.name}`
    return new CannotFire({ why: `${why}: ${message}; ${example}` })
  })

const placed = ({ file, message, place }: Diagnostic): string => {
  const at = place === undefined ? "" : `:${place.line}:${place.column}`
  return file === undefined ? message : `${file}${at}: ${message}`
}

/** Files that cannot be used are a denial: nobody knows what their hooks would have said. Rule: CLI-48 */
const unusable = (diagnostics: ReadonlyArray<Diagnostic>): Decision => {
  const errors = diagnostics.filter(({ severity }) => severity === "error")
  const told = (errors.length === 0 ? diagnostics : errors).map(placed).join("; ")
  return denial("configuration", `the hooks cannot be used: ${told}`)
}

/** What asks the hooks once; nobody is told of anything but by the report. */
const engine = (call: FireCall, discovery: Discovery, outputs: SeenOutputs) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(Messenger.layer),
    Layer.provide(notingRunner(outputs)),
    Layer.provide(call.trustProject ? asFound(discovery) : TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile: hosts[call.host], roots: [discovery.root] })),
    Layer.provide(outerInvocations)
  )

const load = (call: FireCall, discovery: Discovery, outputs: SeenOutputs) =>
  loadHooks(discovery, engine(call, discovery, outputs)).pipe(
    Effect.provideService(CurrentReading, readings[call.reading])
  )

/**
 * One call of `pawl fire`: a moment is made of the payload, the hooks that it concerns are run, and what they have come
 * to is reported. Fails when the words of the call are off or the payload does not fit. Rule: CLI-44 to CLI-51
 */
export const fire = Effect.fnUntraced(function* (call: FireCall) {
  const known = yield* Effect.fromResult(findEvent(yield* HookFormats, call.event)).pipe(
    Effect.mapError((why) => new CannotFire({ why }))
  )
  const { event } = known
  const payload = call.payload === undefined ? undefined : yield* readPayload(call.payload)
  const headless = yield* saysHeadless(call.headless)
  const outputs: SeenOutputs = new Map()
  const about = { event: event.name, boundary: event.boundary, host: call.host, reading: call.reading }
  const fired = (outcome: DispatchOutcome, decision: Decision, findings: ReadonlyArray<Diagnostic>): Fired => ({
    report: makeReport(about, outcome, decision, findings),
    decision,
    outputs,
    headless
  })

  return yield* Effect.gen(function* () {
    const { cwd, discovery } = yield* searchHooks(call)
    const here = { id: yield* makeRunId("fire"), cwd, root: discovery.root }
    const surface = headless ? "command-line-run" : "interactive"
    const base = yield* momentHere({ ...here, surface }, { _tag: "workspace.open" })
    const envelope = yield* momentOf(known, payload, base)
    const loaded = yield* load(call, discovery, outputs)
    const findings = [
      ...discovery.warnings,
      ...diagnosticsOf(loaded.snapshot),
      ...noHooks(loaded.snapshot, event, discovery),
      ...notLookedFor(discovery)
    ]
    const inTheWay = sourcesNotAsked(loaded.snapshot)
    if (inTheWay.length > 0) {
      const outcome = notAsked(event, loaded.snapshot.revision)
      return fired(outcome, denial("untrusted", notApproved(inTheWay)), findings)
    }
    const { decision, outcome } = yield* askHooks(event, call, loaded, envelope, discovery.root)
    return fired(outcome, decision, findings)
  }).pipe(
    Effect.catchTags({
      HooksUnusable: ({ diagnostics }) => Effect.succeed(fired(notAsked(event), unusable(diagnostics), diagnostics)),
      NoCurrentFolder: ({ why }) => Effect.succeed(fired(notAsked(event), denial("configuration", why), []))
    })
  )
}, Effect.scoped)
