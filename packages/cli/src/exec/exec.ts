import {
  bindingsOf,
  type HookFormats,
  HookRegistry,
  type Snapshot,
  SourceCheck,
  type Surface,
  sourceKinds
} from "@pawl/core"
import { type CurrentSystem, type Discovery, discover, stillTheSame } from "@pawl/sources"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
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
import { rewrittenText } from "./report.ts"
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

/**
 * Looks once more at every hooks file right before the start: what is in force must be what the command was judged by, and
 * files of the project must be as they were approved when the call began. Rule: CLI-19
 */
const asJudged = Effect.fnUntraced(function* ({ context, snapshot }: Gate, discovery: Discovery, revision: number) {
  yield* Context.get(context, SourceCheck).refresh
  const now = yield* Context.get(context, HookRegistry).snapshot
  const ofProject = ({ sources }: Snapshot) =>
    sources.flatMap(({ digest, source }) => (sourceKinds[source.kind].needsApproval ? [`${source.id} ${digest}`] : []))
  const isUsable = now.sources.every(({ failed }) => !failed)
  if (isUsable && now.revision === revision && Equal.equals(ofProject(now), ofProject(snapshot))) return
  const changes = yield* stillTheSame(discovery).pipe(
    Effect.catchTag("SourceUnreadable", ({ diagnostics }) => Effect.fail(notRunBecause(exitCodes.denied, diagnostics)))
  )
  const diagnostics = changes.map(({ diagnostic }) => diagnostic)
  if (diagnostics.length > 0) return yield* notRunBecause(exitCodes.denied, diagnostics)
  const text = "not run: the hooks files are not what the command was judged by any more"
  return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
})

/** The folder that the command was judged for is still the one that it would be run in. Rule: CLI-26 */
const stillThere = Effect.fnUntraced(function* (cwd: string) {
  if (yield* isStillCurrent(cwd)) return
  const text = `not run: ${cwd} is not the folder any more that the command was judged for; look what has moved it`
  return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
})

/**
 * A hook may name another folder for the command, but not lead it to where other hooks of a project would have been asked.
 * Rule: CLI-60
 */
const noOthersIn = Effect.fnUntraced(function* (folder: string, { candidates, options }: Discovery) {
  const notThere = (why: string) =>
    new NotRun({
      code: exitCodes.denied,
      text: sentence(`not run: a hook has named the folder ${folder} for the command, ${why}`)
    })
  if (!isFolder(folder)) return yield* notThere("and that is no folder that a command can be run in")
  if (options.only === true) return
  const there = yield* discover({ cwd: folder }).pipe(
    Effect.catchTag("SourceUnreadable", () => Effect.fail(notThere("and it could not be searched for hooks")))
  )
  const asked = new Set(candidates.map(({ source }) => source.id))
  const others = there.candidates.filter(({ source }) => !asked.has(source.id))
  if (others.length === 0) return
  const files = others.map(({ source }) => source.path).join(", ")
  return yield* notThere(`and the hooks for that folder were not asked (${files})`)
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
  const judged =
    guardsIn(gate.snapshot) === 0
      ? { run: asked, revision: gate.snapshot.revision, replacement: undefined, denied: undefined }
      : yield* judgeCommand(asked, gate)
  const { denied, replacement, revision, run } = judged
  if (denied !== undefined) {
    yield* report(gate, run, denied)
    return exitWith(exitCodes.denied)
  }

  yield* Signals.use((signals) => signals.none)
  // First for what it says: where the folder is gone, no hooks can be looked for either.
  yield* stillThere(cwd)
  yield* asJudged(gate, discovery, revision)
  yield* stillThere(cwd)

  const elsewhere = run.cwd === cwd ? undefined : run.cwd
  if (elsewhere !== undefined) yield* noOthersIn(elsewhere, discovery)
  if (replacement !== undefined && !(yield* Output.use(({ shown }) => shown(rewrittenText(replacement))))) {
    const text = "not run: a hook has replaced the command, and the new one could not be shown"
    return yield* new NotRun({ code: exitCodes.denied, text: sentence(text) })
  }

  const started = yield* Clock.currentTimeMillis
  const ended = yield* runCommand(run.command, elsewhere)
  const durationMs = (yield* Clock.currentTimeMillis) - started
  yield* report(gate, run, { ...ended, durationMs })
  return yield* endingOf(run.command, ended)
}, Effect.scoped)
