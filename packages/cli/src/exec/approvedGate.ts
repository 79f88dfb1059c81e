import { sourcesNotAsked, TrustPolicy } from "@pawl/core"
import type { Discovery } from "@pawl/sources"
import * as Effect from "effect/Effect"
import { exitCodes } from "../ExitCode.ts"
import { asFound } from "../hooks/asFound.ts"
import { notApproved } from "../hooks/notApproved.ts"
import { sentence } from "../render/sentence.ts"
import { type Gate, makeGate } from "./Gate.ts"
import { NotRun } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"
import { trustQuestion } from "./questions.ts"
import { Terminal } from "./Terminal.ts"

/**
 * The gate of this call. Hooks of a project are code from a repository: they run only when the call says so, or when
 * somebody at the terminal does; and while nobody says so, the command does not run past them. Rule: CLI-24
 */
export const approvedGate = Effect.fnUntraced(function* (call: ExecCall, discovery: Discovery, interactive: boolean) {
  if (call.trustProject) return yield* makeGate(call, discovery, asFound(discovery))
  const gate: Gate = yield* makeGate(call, discovery, TrustPolicy.layer)
  // A file that could not be loaded is a denial already; these are the ones that nobody has approved.
  const inTheWay = sourcesNotAsked(gate.snapshot)
  if (inTheWay.length === 0) return gate
  const terminal = yield* Terminal
  if (interactive && (yield* terminal.confirm(trustQuestion(inTheWay)))) {
    return yield* makeGate(call, discovery, asFound(discovery))
  }
  return yield* new NotRun({ code: exitCodes.denied, text: sentence(`not run: ${notApproved(inTheWay)}`) })
})
