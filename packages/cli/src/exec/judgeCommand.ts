import { actionOf, type Envelope, HookFormats, HookRegistry, type Reason } from "@pawl/core"
import { type Judgement, judge, reasonsIn } from "@pawl/permission"
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
import { askedAgainText, reasonText, rewrittenText } from "./report.ts"
import { Terminal } from "./Terminal.ts"
import { purposeOf } from "./whatWasSaid.ts"

/** A command that may not run, and what its hooks are told of it. */
export interface DeniedCommand {
  readonly denied: AfterCommand
}

/** The command and the folder that a judgement is about. */
const judgedRun = (run: Run, { envelope, isRewritten }: Pick<Judgement, "envelope" | "isRewritten">): Run => {
  const action = actionOf(envelope.payload)
  return isRewritten && action?._tag === "ShellRun"
    ? { ...run, command: shellLine(action.command), cwd: action.cwd ?? run.cwd }
    : run
}

/** What a rewrite asks for that this host has no way to do. Rule: CLI-60 */
const notDoneHere = ({ payload }: Envelope): string | undefined => {
  const action = actionOf(payload)
  return action?._tag === "ShellRun" && action.timeoutMs !== undefined
    ? "the command that a hook has put in the place of yours is to end after a time, which pawl exec cannot see to"
    : undefined
}

/** Says what a judgement has been through that the lines before did not say. Rule: CLI-15, CLI-60, CLI-61 */
const tellRounds = Effect.fnUntraced(function* ({ context }: Gate, run: Run, judgement: Judgement) {
  const { rounds } = judgement
  yield* tell(rounds.flatMap(({ restart }) => (restart === undefined ? [] : askedAgainText[restart])))
  yield* Context.get(context, Narrator).tellFiles(yield* Context.get(context, HookRegistry).snapshot)
  if (judgement.isRewritten) {
    const by = rounds.findLast(({ restart }) => restart === "rewrite")?.outcome.merged.replacementInput?.binding
    yield* tell([rewrittenText(by, judgedRun(run, judgement).command.text)])
  }
})

/** Every reason beside the one that was told. */
const tellOthers = ({ decision, rounds }: Judgement) => {
  const [, ...others] = reasonsIn(decision, rounds)
  const purpose = (reason: Reason) => {
    const round = rounds.findLast(({ outcome }) => outcome.merged.reasons.includes(reason))
    return round === undefined ? "denied" : purposeOf(reason, round.outcome)
  }
  return tell(others.map((reason) => reasonText(purpose(reason), reason)))
}

/**
 * Asks the hooks about the command, and the person where a hook asks; the host's own decision is to run it. Gives back
 * the command that may run, which a hook may have replaced, or what to tell the hooks of one that may not.
 * Rule: CLI-12, CLI-14, CLI-60
 */
export const judgeCommand = Effect.fnUntraced(function* (run: Run, gate: Gate) {
  const formats = yield* HookFormats
  const terminal = yield* Terminal
  const context = Context.add(gate.context, HookFormats, formats)
  let wasDeclined = false
  const judgement = yield* judge(
    { envelope: yield* before(run) },
    {
      hostDecision: () => Effect.succeed({ _tag: "Execute" }),
      confirm: ({ envelope, isRewritten, others, reason }) =>
        terminal
          .confirm(confirmQuestion(judgedRun(run, { envelope, isRewritten }).command.text, [reason, ...others]))
          .pipe(
            Effect.tap((yes) =>
              Effect.sync(() => {
                wasDeclined = !yes
              })
            )
          )
    }
  ).pipe(Effect.provide(context))
  yield* tellRounds(gate, run, judgement)
  const { decision } = judgement
  if (decision._tag === "Execute") {
    const text = judgement.isRewritten ? notDoneHere(judgement.envelope) : undefined
    if (text === undefined) return judgedRun(run, judgement)
    yield* Output.use(({ err }) => err(sentence(`not run: ${text}`)))
    return { denied: { _tag: "DeniedByHost", message: text } } satisfies DeniedCommand
  }
  if (decision._tag !== "Deny") {
    // Of a moment before an operation nothing else can come; whatever it is, it is no permission.
    yield* Output.use(({ err }) => err(sentence(`not run: the hooks came to "${decision._tag}"`)))
    return { denied: { _tag: "DeniedByHost", message: `the hooks came to ${decision._tag}` } } satisfies DeniedCommand
  }
  if (wasDeclined && decision.reason.cause === "host") {
    yield* Output.use(({ err }) => err(sentence("not run: it was not confirmed")))
    const message = "the person at the terminal did not confirm it"
    return { denied: { _tag: "DeniedByHost", message } } satisfies DeniedCommand
  }
  yield* tellOthers(judgement)
  return { denied: { _tag: "DeniedByHook", message: decision.reason.text } } satisfies DeniedCommand
})
