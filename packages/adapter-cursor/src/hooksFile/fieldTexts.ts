import { limits } from "@pawl/core"
import type { CursorEvent, MatcherTarget } from "../CursorEvent.ts"
import { canBlock, defaultTimeoutMs, malformedMeans } from "../eventFacts.ts"
import { defaultLoopLimit } from "../HookDefinition.ts"
import type { CursorEventName } from "../hookTypes/CursorHookInput.ts"

/** When each event happens, in a sentence. */
const moments: { readonly [event: string]: string } = {
  sessionStart: "A conversation begins.",
  sessionEnd: "A conversation is over.",
  preToolUse: "A tool of any kind is about to be used.",
  postToolUse: "A tool has done its work.",
  postToolUseFailure: "A tool call has no result: it failed, ran out of time, was denied or was cancelled.",
  subagentStart: "A subagent is about to be started.",
  subagentStop: "A subagent has ended.",
  beforeShellExecution: "A shell command is about to be run.",
  afterShellExecution: "A shell command has ended, well or not.",
  beforeMCPExecution: "A tool of an MCP server is about to be called.",
  afterMCPExecution: "A tool of an MCP server has answered.",
  beforeReadFile: "A file's text is about to be shown to the model.",
  afterFileEdit: "The agent has edited a file.",
  beforeSubmitPrompt: "A person sends a prompt.",
  preCompact: "A conversation is about to be shortened.",
  stop: "A turn has ended.",
  afterAgentResponse: "The model has answered.",
  afterAgentThought: "The model has thought.",
  beforeTabFileRead: "An editor is about to give a file to its completion; never for the agent.",
  afterTabFileEdit: "An editor's completion has edited a file; never the agent.",
  workspaceOpen: "An editor opens a folder, outside of any conversation."
} satisfies { readonly [E in CursorEventName]: string }

const controls: { readonly [K in CursorEvent["control"]["_tag"]]: string } = {
  Permission: "A hook can deny it; all that match run at once, and the strictest answer counts.",
  PromptHalt: "A hook can hold it; all that match run at once, and one that holds it is enough.",
  FollowUp: "A hook can have the agent go on with a message.",
  Observe: "A hook can prevent nothing here."
}

/** What an event is, for its list of definitions. Rule: CUR-82 */
export const eventText = ({ control, name }: CursorEvent): string => `${moments[name] ?? ""} ${controls[control._tag]}`

/** What the matchers of an event are tested against. */
const targetText = (target: MatcherTarget): string => {
  switch (target._tag) {
    case "ToolName":
      return "Tested against every name of the tool: Shell, Read, Write, StrReplace and ApplyPatch (each for every edit), Delete, Grep, Task, WebFetch, WebSearch, MCP:<tool>."
    case "ShellCommand":
      return "Tested against the text of the command, all of it."
    case "McpTool":
      return "Tested against the bare name of the MCP tool, without MCP: before it."
    case "SubagentType":
      return "Tested against the type of the subagent, such as generalPurpose or explore."
    case "Word":
      return `Tested against the word ${target.word} alone, whatever the moment is about: what does not match that never runs.`
    case "Everything":
      return 'There is nothing to match at this event: any other matcher than "" and "*" is dropped with a warning, and the hook runs every time.'
  }
}

/** What `matcher` does at an event. Rule: CUR-82 */
export const matcherText = ({ target }: CursorEvent): string =>
  `A regular expression, not anchored and case-sensitive. ${targetText(target)} Absent, "" and "*" match everything.`

/** Matchers that make sense at an event. */
export const matcherExamples = (target: MatcherTarget): ReadonlyArray<string> => {
  switch (target._tag) {
    case "ToolName":
      return ["^Shell$", "^(Write|StrReplace|ApplyPatch|Delete)$", "^MCP:"]
    case "ShellCommand":
      return ["git push", "^(npm|pnpm) publish"]
    case "McpTool":
      return ["^create_"]
    case "SubagentType":
      return ["^explore$"]
    case "Word":
      return [`^${target.word}$`]
    case "Everything":
      return ["*"]
  }
}

/** What `failClosed` does at an event. Rule: CUR-82 */
export const failClosedText = (event: CursorEvent): string => {
  if (!canBlock(event)) {
    return "Has no effect at this event: nothing can be prevented any more, and a hook that fails comes to nothing."
  }
  const deniesMalformed = malformedMeans(event) === "denial"
  const failures = [
    "cannot be started",
    "ends with another code than 0 and 2",
    "is ended by a signal or by its timeout",
    "says nothing",
    ...(deniesMalformed ? [] : ["gives an answer that does not fit"])
  ]
  const closed = event.control._tag === "PromptHalt" ? "the prompt is held" : "that is a denial"
  return [
    `true: when the hook ${failures.slice(0, -1).join(", ")} or ${failures.at(-1)}, ${closed}.`,
    "false, or absent: that is no opinion.",
    ...(deniesMalformed ? ["An answer that does not fit is a denial in any case."] : []),
    "Write true for every guard."
  ].join(" ")
}

/** How long a hook may take that names no timeout, in seconds. */
export const defaultSeconds = (event: CursorEvent): number => defaultTimeoutMs(event) / 1000

/** What `timeout` counts at an event. Rule: CUR-82 */
export const timeoutText = (event: CursorEvent): string => {
  const most = limits.timeoutCeilingMs / 1000
  return `Seconds, not milliseconds; more than 0, fractions allowed. Above ${most} that counts as ${most}. Absent: ${defaultSeconds(event)}.`
}

/** What `loop_limit` does at the end of a turn or of a subagent. Rule: CUR-82 */
export const loopLimitText = `How many follow-ups the hook may cause in one turn: a whole number from 0 on, or null for no limit but the host's. Absent: ${defaultLoopLimit}.`
