import { actionOf, type Envelope, HookFormats, HookRegistry, type Reason } from "@pawl/core"
import { type Judgement, judge, lastOutcome, reasonsIn } from "@pawl/permission"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"
import type { AfterCommand } from "./afterwards.ts"
import { tell } from "./findHooks.ts"
import type { Gate } from "./Gate.ts"
import { before, type Run } from "./moment.ts"
import { Narrator } from "./Narrator.ts"
import { shellLine } from "./parseCall.ts"
import { confirmQuestion } from "./questions.ts"
import { askedAgainText, type Replacement, reasonText } from "./report.ts"
import { Terminal } from "./Terminal.ts"
import { purposeOf } from "./whatWasSaid.ts"

/** What a judgement has come to: the command that it is about, the configuration, and what the hooks are told of a denial. */
export interface JudgedCommand {
  readonly run: Run
  readonly revision: number
  readonly replacement: Replacement | undefined
  readonly denied: AfterCommand | undefined
}

/** The command and the folder that a judgement is about. */
const judgedRun = (run: Run, { envelope, isRewritten }: Pick<Judgement, "envelope" | "isRewritten">): Run => {
  const action = actionOf(envelope.payload)
  return isRewritten && action?._tag === "ShellRun"
    ? { ...run, command: shellLine(action.command), cwd: action.cwd ?? run.cwd }
    : run
}

/** Why a command that a hook has put in the place of another one cannot be run here as it was judged. Rule: CLI-60 */
const notDoneHere = ({ payload }: Envelope): string | undefined => {
  const action = actionOf(payload)
  if (action?._tag !== "ShellRun") return undefined
  const { command, timeoutMs } = action
  const what = "the command that a hook has put in the place of yours"
  if (command.trim() === "") return `${what} is empty`
  if (!command.isWellFormed() || command.includes("\0")) return `${what} holds what no program can be given`
  return timeoutMs === undefined ? undefined : `${what} is to end after a time, which pawl exec cannot see to`
}

/** Says what a judgement has been through that the lines before did not say. Rule: CLI-15, CLI-61 */
const tellRounds = Effect.fnUntraced(function* ({ context }: Gate, { rounds }: Judgement) {
  yield* tell(rounds.flatMap(({ restart }) => (restart === undefined ? [] : askedAgainText[restart])))
  yield* Context.get(context, Narrator).tellFiles(yield* Context.get(context, HookRegistry).snapshot)
})

/** The folder of a run where it is another one than the person stands in. */
const folderOf = (asked: Run, { cwd }: Run): string | undefined => (cwd === asked.cwd ? undefined : cwd)

/** The command that a hook has put in the place of the one that was asked about. */
const replacementOf = (asked: Run, run: Run, { isRewritten, rounds }: Judgement): Replacement | undefined => {
  if (!isRewritten) return undefined
  const round = rounds.findLast(({ outcome }) => outcome.rewritten !== undefined)
  const binding = round?.outcome.merged.replacementInput?.binding
  return { binding, command: run.command.text, folder: folderOf(asked, run) }
}

/** Every reason beside the one that was told, and those that the person has read in a question. */
const tellOthers = ({ decision, rounds }: Judgement, read: ReadonlyArray<Reason>) => {
  const [, ...others] = reasonsIn(decision, rounds)
  const purpose = (reason: Reason) => {
    const round = rounds.findLast(({ outcome }) => outcome.merged.reasons.includes(reason))
    return round === undefined ? "denied" : purposeOf(reason, round.outcome)
  }
  return tell(others.filter((reason) => !read.includes(reason)).map((reason) => reasonText(purpose(reason), reason)))
}

/**
 * Asks the hooks about the command, and the person where a hook asks; the host's own decision is to run it. The command
 * that comes back is the one that may run, which a hook may have replaced, or that may not. Rule: CLI-12, CLI-14, CLI-60
 */
export const judgeCommand = Effect.fnUntraced(function* (asked: Run, gate: Gate) {
  const formats = yield* HookFormats
  const terminal = yield* Terminal
  const context = Context.add(gate.context, HookFormats, formats)
  const read: Array<Reason> = []
  const judgement = yield* judge(
    { envelope: yield* before(asked) },
    {
      hostDecision: () => Effect.succeed({ _tag: "Execute" }),
      confirm: ({ envelope, isRewritten, others, reason }) => {
        const run = judgedRun(asked, { envelope, isRewritten })
        const question = confirmQuestion({
          command: run.command.text,
          folder: folderOf(asked, run),
          isRewritten,
          isAgain: read.length > 0,
          reasons: [reason, ...others]
        })
        read.push(reason, ...others)
        return terminal.confirm(question)
      }
    }
  ).pipe(Effect.provide(context))
  yield* tellRounds(gate, judgement)
  const { decision, isRewritten } = judgement
  const run = judgedRun(asked, judgement)
  const revision = lastOutcome(judgement)?.revision ?? -1
  const replacement = replacementOf(asked, run, judgement)
  const judged = (denied?: AfterCommand): JudgedCommand => ({ run, revision, replacement, denied })
  const notRun = (text: string) =>
    Effect.as(
      Output.use(({ err }) => err(sentence(`not run: ${text}`))),
      judged({ _tag: "DeniedByHost", message: text })
    )
  switch (decision._tag) {
    case "Execute": {
      const why = isRewritten ? notDoneHere(judgement.envelope) : undefined
      return why === undefined ? judged() : yield* notRun(why)
    }
    case "Deny": {
      yield* tellOthers(judgement, read)
      const { cause, text } = decision.reason
      return judged({ _tag: cause === "host" ? "DeniedByHost" : "DeniedByHook", message: text })
    }
    default:
      // Of a moment before an operation nothing else can come; whatever it is, it is no permission.
      return yield* notRun(`the hooks came to "${decision._tag}"`)
  }
})
