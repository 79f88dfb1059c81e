import {
  bindingsOf,
  type HookFormats,
  HookRegistry,
  type SourceState,
  type SourceText,
  type Surface,
  sourceKinds
} from "@pawl/core"
import { type CurrentSystem, type Discovery, type SourceChange, stillTheSame } from "@pawl/sources"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import { isFolder, isStillCurrent } from "../currentFolder.ts"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { makeRunId, saysHeadless } from "../hooks/momentHere.ts"
import { notSearchedText } from "../hooks/notSearchedText.ts"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"
import { Signals } from "../Signals.ts"
import type { AfterCommand } from "./afterwards.ts"
import { approvedGate } from "./approvedGate.ts"
import { findHooks } from "./findHooks.ts"
import type { Gate } from "./Gate.ts"
import { judgeCommand } from "./judgeCommand.ts"
import type { Run } from "./moment.ts"
import { guardsIn, Narrator } from "./Narrator.ts"
import { NotRun, notRunBecause } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"
import { type CommandEnding, runCommand } from "./runCommand.ts"
import { Terminal } from "./Terminal.ts"

/** Tells the hooks what has become of the command. What they make of it changes nothing any more. Rule: CLI-18 */
const report = (gate: Gate, run: Run, what: AfterCommand) =>
  Effect.promise(() => import("./afterwards.ts")).pipe(
    Effect.flatMap(({ afterwards }) => afterwards(gate, run, what)),
    Effect.catchCause(() =>
      Output.use(({ err }) => err(sentence("the hooks that are told of the command's end could not be asked")))
    )
  )

/** Nothing judges this command: it is said, or is a reason not to run it. Rule: CLI-25 */
const noHooks = Effect.fnUntraced(function* (call: ExecCall, discovery: Discovery, { snapshot }: Gate) {
  const unsearched = notSearchedText(discovery.notSearched)
  const none = bindingsOf(snapshot).length === 0 ? "no hooks were found" : "no hook is asked before a command"
  if (call.requireHooks) {
    const text = `not run: ${none}, and --require-hooks asks for some; ${unsearched}`
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }
  const { err } = yield* Output
  if (!call.quiet) yield* err(sentence(`${none}, so nothing judges this command; ${unsearched}`))
})

const notStarted = (
  { program }: ExecCall["command"],
  errno: string
): { readonly code: number; readonly why: string } =>
  errno === "ENOENT" || errno === "ENOTDIR"
    ? { code: exitCodes.notFound, why: `there is no command ${program}` }
    : { code: exitCodes.denied, why: `${program} cannot be executed (${errno})` }

const endingOf = Effect.fnUntraced(function* (command: ExecCall["command"], ended: CommandEnding) {
  if (ended._tag === "Exited") return exitWith(ended.code)
  if (ended._tag === "Signalled") return { _tag: "Signal", signal: ended.signal } satisfies Ending
  const { code, why } = notStarted(command, ended.errno)
  yield* Output.use(({ err }) => err(sentence(why)))
  return exitWith(code)
})

/** What a call needs of the world. */
type ExecServices = Output | Terminal | Signals | HookFormats | CurrentSystem | FileSystem.FileSystem | Path.Path

/** Whether a text could be loaded, and what is in force of its source is of this text. */
const isInForce = (state: SourceState | undefined, { digest }: SourceText): boolean =>
  state?.failed === false && state.digest === digest

/**
 * Looks once more at every hooks file right before the start. A named file that has changed has been judged by; files of
 * the project were approved for this call as they were. Rule: CLI-19
 */
const asJudged = Effect.fnUntraced(function* ({ context }: Gate, discovery: Discovery) {
  const changes = yield* stillTheSame(discovery).pipe(
    Effect.catchTag("SourceUnreadable", ({ diagnostics }) => Effect.fail(notRunBecause(exitCodes.denied, diagnostics)))
  )
  if (changes.length === 0) return
  const { sources } = yield* Context.get(context, HookRegistry).snapshot
  const isJudgedBy = ({ now, source }: SourceChange): boolean =>
    !sourceKinds[source.kind].needsApproval &&
    now?.contents._tag === "Read" &&
    isInForce(
      sources.find((state) => state.source.id === source.id),
      now.contents.text
    )
  const others = changes.filter((change) => !isJudgedBy(change))
  if (others.length > 0) {
    return yield* notRunBecause(
      exitCodes.denied,
      others.map(({ diagnostic }) => diagnostic)
    )
  }
})

/**
 * One call of `pawl exec`, from the search for hooks to the end of the command. What was judged must still be what is
 * there when the command starts. Rule: CLI-10 to CLI-25
 */
export const exec = Effect.fnUntraced(function* (
  call: ExecCall
): Effect.fn.Return<Ending, NotRun, ExecServices | Scope.Scope> {
  const terminal = yield* Terminal
  const headless = yield* saysHeadless(call.headless)
  const interactive = !headless && (yield* terminal.present)
  const surface: Surface = interactive ? "interactive" : "command-line-run"
  const { cwd, discovery } = yield* findHooks(call)
  const gate = yield* approvedGate(call, discovery, interactive)
  yield* Context.get(gate.context, Narrator).tellFiles(gate.snapshot)
  const asked: Run = { id: yield* makeRunId("exec"), command: call.command, cwd, root: discovery.root, surface }

  if (guardsIn(gate.snapshot) === 0) yield* noHooks(call, discovery, gate)
  const judged = guardsIn(gate.snapshot) === 0 ? asked : yield* judgeCommand(asked, gate)
  if ("denied" in judged) {
    yield* report(gate, asked, judged.denied)
    return exitWith(exitCodes.denied)
  }

  yield* Signals.use((signals) => signals.none)
  yield* asJudged(gate, discovery)
  if (!(yield* isStillCurrent(cwd))) {
    const text = `not run: ${cwd} is not the folder any more that the command was judged for; look what has moved it`
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }

  const elsewhere = judged.cwd === cwd ? undefined : judged.cwd
  if (elsewhere !== undefined && !isFolder(elsewhere)) {
    const text = `not run: ${elsewhere} is no folder that a command can be run in, and a hook has named it`
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }

  const started = yield* Clock.currentTimeMillis
  const ended = yield* runCommand(judged.command, elsewhere)
  const durationMs = (yield* Clock.currentTimeMillis) - started
  yield* report(gate, judged, { ...ended, durationMs })
  return yield* endingOf(judged.command, ended)
}, Effect.scoped)
