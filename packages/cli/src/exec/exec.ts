import {
  coreBoundaryTable,
  defaultRunPolicy,
  describeBoundary,
  diagnosticsOf,
  HookDispatcher,
  type HookFormats,
  type RunPolicy,
  type Surface
} from "@pawl/core"
import { announce, compose } from "@pawl/permission"
import { type CurrentSystem, type Discovery, stillTheSame } from "@pawl/sources"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import { isStillCurrent } from "../currentFolder.ts"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { makeRunId, saysHeadless } from "../hooks/momentHere.ts"
import { notSearchedText } from "../hooks/notSearchedText.ts"
import { newFindings } from "../hooks/toldFindings.ts"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"
import { Signals } from "../Signals.ts"
import type { AfterCommand } from "./afterwards.ts"
import { approvedGate } from "./approvedGate.ts"
import { findHooks, tell, tellFindings } from "./findHooks.ts"
import { type Gate, guardsOf, sendNotices } from "./Gate.ts"
import { before, type Run } from "./moment.ts"
import { NotRun, notRunBecause } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"
import { confirmQuestion } from "./questions.ts"
import { configurationText, gateText, reasonText } from "./report.ts"
import { type CommandEnding, runCommand } from "./runCommand.ts"
import { Terminal } from "./Terminal.ts"
import { noticesBeside, otherReasons, purposeOf } from "./whatWasSaid.ts"

/** Tells the hooks what has become of the command. What they make of it changes nothing any more. Rule: CLI-18 */
const report = (gate: Gate, run: Run, policy: RunPolicy, what: AfterCommand) =>
  Effect.promise(() => import("./afterwards.ts")).pipe(
    Effect.flatMap(({ afterwards }) => afterwards(gate, run, policy, what)),
    Effect.catchCause(() =>
      Output.use(({ err }) => err(sentence("the hooks that are told of the command's end could not be asked")))
    )
  )

/** Nothing judges this command: it is said, or is a reason not to run it. Rule: CLI-25 */
const noHooks = Effect.fnUntraced(function* (call: ExecCall, discovery: Discovery) {
  const unsearched = notSearchedText(discovery.notSearched)
  if (call.requireHooks) {
    const text = `not run: no hooks were found, and --require-hooks asks for some; ${unsearched}`
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }
  const { err } = yield* Output
  if (!call.quiet) yield* err(sentence(`no hooks were found, so nothing judges this command; ${unsearched}`))
})

/** Asks the hooks. Completes when the command may run; what was not run has been told to them. Rule: CLI-12, CLI-14 */
const judge = Effect.fnUntraced(function* (
  call: ExecCall,
  run: Run,
  gate: Gate,
  discovery: Discovery,
  policy: RunPolicy
) {
  const { err } = yield* Output
  const dispatcher = Context.get(gate.context, HookDispatcher)
  const outcome = yield* dispatcher.dispatch(yield* before(run), { policy, snapshot: gate.snapshot })
  const { notices } = outcome.merged
  yield* tellFindings(newFindings(gate.snapshot, outcome))
  if (!call.quiet) yield* err(gateText(outcome, guardsOf(gate), discovery.notSearched))
  const decision = compose({
    merged: outcome.merged,
    boundary: describeBoundary(coreBoundaryTable, outcome.boundary),
    hostDecision: { _tag: "Execute" },
    surface: run.surface,
    policy,
    approved: false
  })
  switch (decision._tag) {
    case "Execute":
      yield* sendNotices(gate, notices)
      return true
    case "Confirm": {
      const reasons = [decision.reason, ...otherReasons(decision.reason, outcome)]
      yield* sendNotices(gate, noticesBeside(reasons, notices))
      const terminal = yield* Terminal
      if (yield* terminal.confirm(confirmQuestion(call.command, reasons))) return true
      yield* err(sentence("not run: it was not confirmed"))
      yield* report(gate, run, policy, {
        _tag: "DeniedByHost",
        message: "the person at the terminal did not confirm it"
      })
      return false
    }
    case "Deny": {
      const others = otherReasons(decision.reason, outcome)
      yield* Effect.provide(announce(decision, { policy, conversationId: run.id }), gate.context)
      yield* tell(others.map((reason) => reasonText(purposeOf(reason, outcome), reason)))
      yield* sendNotices(gate, noticesBeside([decision.reason, ...others], notices))
      yield* report(gate, run, policy, { _tag: "DeniedByHook", message: decision.reason.text })
      return false
    }
    default:
      // Of a moment before an operation nothing else can come; whatever it is, it is no permission.
      yield* err(sentence(`not run: the hooks came to "${decision._tag}"`))
      return false
  }
})

const notStarted = (program: string, errno: string): { readonly code: number; readonly why: string } =>
  errno === "ENOENT" || errno === "ENOTDIR"
    ? { code: exitCodes.notFound, why: `there is no command ${program}` }
    : { code: exitCodes.denied, why: `${program} cannot be executed (${errno})` }

const endingOf = Effect.fnUntraced(function* (command: ExecCall["command"], ended: CommandEnding) {
  if (ended._tag === "Exited") return exitWith(ended.code)
  if (ended._tag === "Signalled") return { _tag: "Signal", signal: ended.signal } satisfies Ending
  const { code, why } = notStarted(command.program, ended.errno)
  yield* Output.use(({ err }) => err(sentence(why)))
  return exitWith(code)
})

/** What a call needs of the world. */
type ExecServices = Output | Terminal | Signals | HookFormats | CurrentSystem | FileSystem.FileSystem | Path.Path

/**
 * One call of `pawl exec`, from the search for hooks to the end of the command. What was judged must still be what is
 * there when the command starts. Rule: CLI-10 to CLI-25
 */
export const exec = Effect.fnUntraced(function* (
  call: ExecCall
): Effect.fn.Return<Ending, NotRun, ExecServices | Scope.Scope> {
  const policy: RunPolicy = { ...defaultRunPolicy, strict: call.strict }
  const terminal = yield* Terminal
  const headless = yield* saysHeadless(call.headless)
  const interactive = !headless && (yield* terminal.present)
  const surface: Surface = interactive ? "interactive" : "command-line-run"
  const { cwd, discovery } = yield* findHooks(call)
  const gate = yield* approvedGate(call, discovery, interactive)
  yield* tell(configurationText(diagnosticsOf(gate.snapshot)))
  const run: Run = { id: yield* makeRunId("exec"), command: call.command, cwd, root: discovery.root, surface }

  if (guardsOf(gate) === 0) yield* noHooks(call, discovery)
  else if (!(yield* judge(call, run, gate, discovery, policy))) return exitWith(exitCodes.denied)

  yield* Signals.use((signals) => signals.none)
  const changes = yield* stillTheSame(discovery).pipe(
    Effect.catchTag("SourceUnreadable", ({ diagnostics }) => Effect.fail(notRunBecause(exitCodes.denied, diagnostics)))
  )
  if (changes.length > 0) {
    const diagnostics = changes.map(({ diagnostic }) => diagnostic)
    return yield* notRunBecause(exitCodes.denied, diagnostics)
  }
  if (!(yield* isStillCurrent(cwd))) {
    const text = `not run: ${cwd} is not the folder any more that the command was judged for; look what has moved it`
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }

  const started = yield* Clock.currentTimeMillis
  const ended = yield* runCommand(call.command)
  const durationMs = (yield* Clock.currentTimeMillis) - started
  yield* report(gate, run, policy, { ...ended, durationMs })
  return yield* endingOf(call.command, ended)
}, Effect.scoped)
