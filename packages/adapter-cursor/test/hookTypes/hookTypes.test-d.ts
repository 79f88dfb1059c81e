import { describe, expectTypeOf, it } from "@effect/vitest"
import type {
  CursorEventName,
  CursorHookInput,
  CursorHookInputs,
  CursorHookOutput,
  CursorHookOutputs
} from "@pawl/adapter-cursor"

describe("the types for people who write hooks", () => {
  it("are kept by the name of the event, with a type for each (CUR-83, CUR-84)", () => {
    expectTypeOf<keyof CursorHookInputs>().toEqualTypeOf<CursorEventName>()
    expectTypeOf<keyof CursorHookOutputs>().toEqualTypeOf<CursorEventName>()
    expectTypeOf<CursorHookInput["hook_event_name"]>().toEqualTypeOf<CursorEventName>()
    expectTypeOf<CursorHookInput<"stop">>().toEqualTypeOf<CursorHookInputs["stop"]>()
    // @ts-expect-error Cursor has no event of that name
    expectTypeOf<CursorHookInput<"PreToolUse">>().toBeNever()
    // @ts-expect-error Cursor has no event of that name
    expectTypeOf<CursorHookOutput<"beforeFileEdit">>().toBeNever()
  })

  it("say what is always there, and what is absent where it is not known (CUR-83)", () => {
    type Shell = CursorHookInput<"beforeShellExecution">
    expectTypeOf<Shell["command"]>().toEqualTypeOf<string>()
    expectTypeOf<Shell["cwd"]>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Shell["user_email"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Shell["workspace_roots"]>().toEqualTypeOf<ReadonlyArray<string>>()
    expectTypeOf<CursorHookInput<"beforeMCPExecution">["tool_input"]>().toEqualTypeOf<string>()
    expectTypeOf<CursorHookInput<"postToolUse">["tool_output"]>().toEqualTypeOf<string>()
    expectTypeOf<CursorHookInput<"stop">["status"]>().toEqualTypeOf<"completed" | "aborted" | "error">()
    expectTypeOf<CursorHookInput<"workspaceOpen">>().not.toHaveProperty("conversation_id")
    // @ts-expect-error a shell command has no tool's input
    expectTypeOf<Shell["tool_input"]>().toBeNever()
  })

  it("tell the events of one hook for several apart (CUR-83)", () => {
    const about = (input: CursorHookInput<"beforeShellExecution" | "beforeReadFile">): string =>
      input.hook_event_name === "beforeReadFile" ? input.file_path : input.command
    expectTypeOf(about).returns.toEqualTypeOf<string>()
  })

  it("take the answers of an event, and no other (CUR-84)", () => {
    const none: CursorHookOutput<"afterFileEdit"> = {}
    const ask: CursorHookOutput<"beforeShellExecution"> = { permission: "ask", user_message: "Sure?" }
    const rewritten: CursorHookOutput<"preToolUse"> = { permission: "allow", updated_input: { command: "ls" } }
    const nested: CursorHookOutput<"preToolUse"> = { hookSpecificOutput: { permissionDecision: "deny" } }
    const held: CursorHookOutput<"beforeSubmitPrompt"> = { continue: false }
    const goesOn: CursorHookOutput<"stop"> = { followup_message: "Two tests fail." }
    expectTypeOf([none, ask, rewritten, nested, held, goesOn]).items.toExtend<object>()
    // @ts-expect-error a decision is required
    const undecided: CursorHookOutput<"preToolUse"> = { user_message: "Sure?" }
    // @ts-expect-error words count as they are written
    const shouted: CursorHookOutput<"beforeShellExecution"> = { permission: "Deny" }
    // @ts-expect-error there is no question before a file is read
    const asked: CursorHookOutput<"beforeReadFile"> = { permission: "ask" }
    // @ts-expect-error a field of another event
    const stopped: CursorHookOutput<"beforeShellExecution"> = { permission: "allow", continue: false }
    // @ts-expect-error nothing is read there
    const observed: CursorHookOutput<"afterFileEdit"> = { permission: "deny" }
    // @ts-expect-error a rewrite belongs to preToolUse
    const elsewhere: CursorHookOutput<"beforeMCPExecution"> = { permission: "allow", updated_input: {} }
    // @ts-expect-error block says what to go on with
    const blocked: CursorHookOutput<"stop"> = { decision: "block" }
    expectTypeOf([undecided, shouted, asked, stopped, observed, elsewhere, blocked]).items.toExtend<object>()
  })
})
