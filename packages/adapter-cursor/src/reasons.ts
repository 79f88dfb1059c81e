import { type Binding, capText, cleanText, commandOf } from "@pawl/core"

/** The most bytes of a command that a sentence repeats: the rest of the sentence must stay readable. */
const nameBytes = 1_024

/**
 * How a sentence names a hook: by its command, cleaned, or by its id where nothing printable is left. A command that
 * carries terminal escapes cannot put them into a reason. Rule: CUR-46
 */
export const hookName = (binding: Binding): string => {
  const { cut, text } = capText(cleanText(commandOf(binding.handler)), nameBytes)
  return text === "" ? binding.id : cut ? `${text}…` : text
}

/**
 * The sentences that the engine writes itself about a hook of this format, in one table. The first two are fixed: other
 * programs look for them. Rule: CUR-45
 */
export const reasons = {
  denied: (name: string) => `Denied by hook ${name}.`,
  deniedByExit: (name: string) => `Denied by hook ${name} (exit 2).`,
  asked: (name: string, noun: string) => `Hook ${name} asks before this ${noun}.`,
  askDenied: (name: string, noun: string) =>
    `Denied: hook ${name} asked about this ${noun}, and Cursor takes no question there.`,
  noDecision: (name: string, noun: string) => `Denied: hook ${name} gave no decision on this ${noun}.`,
  malformed: (name: string, problem: string) =>
    `Denied: the answer of hook ${name} does not fit its event (${problem}).`,
  renamedInput: (name: string, key: string) =>
    `Denied: hook ${name} asks for another input under "${key}", which is not read there.`,
  cut: (name: string) => `Denied: the output of hook ${name} was cut, so its decision is not known.`,
  failed: (name: string, noun: string, what: string) =>
    `Denied: hook ${name} did not decide on this ${noun} (${what}).`,
  stopped: (name: string) => `Prompt stopped by hook ${name}.`,
  stoppedByExit: (name: string) => `Prompt stopped by hook ${name} (exit 2).`,
  promptNoDecision: (name: string) => `Prompt stopped: hook ${name} gave no decision on it.`,
  promptMalformed: (name: string, problem: string) =>
    `Prompt stopped: the answer of hook ${name} does not fit its event (${problem}).`,
  promptCut: (name: string) => `Prompt stopped: the output of hook ${name} was cut, so its decision is not known.`,
  promptFailed: (name: string, what: string) => `Prompt stopped: hook ${name} did not decide on it (${what}).`,
  queued: (name: string) =>
    `Hook ${name} was not started within its time-out, because too many hooks were running or that is too short to start anything: no fault of the hook.`,
  lost: (name: string) => `Hook ${name} was lost before it answered: a fault of Pawl, not of the hook.`,
  unknownEvent: (event: string) => `Cursor has no event "${event}", so the answer of its hook cannot be read.`
} as const
