// What a stranger writes who has installed the packages and nothing else of this house: parse, list, match, encode, decode.
import { cursorAdapter } from "@pawl/adapter-cursor"
import { defaultRunPolicy, execProfile, outcomeOf } from "@pawl/core"
import { Effect, Result } from "effect"

const text = `{
  // a guard for one command, and one for every tool
  "version": 1,
  "hooks": {
    "beforeShellExecution": [{ "command": "./guard.sh", "matcher": "git push( .*)? --force", "failClosed": true }],
    "preToolUse": [{ "command": "./look.sh", "matcher": "^Write$" }],
    "stopp": [{ "command": "./end.sh" }]
  }
}`

const source = {
  id: "/repo/.cursor/hooks.json",
  path: "/repo/.cursor/hooks.json",
  kind: "project",
  order: 0,
  format: "cursor",
  scope: { _tag: "Within", root: "/repo" },
  workingDirectory: "/repo"
}

const envelope = {
  payload: { _tag: "tool.pre", action: { _tag: "ShellRun", command: "git push origin --force" } },
  surface: "command-line-run",
  host: { name: "stranger", version: "1.0.0" },
  at: 0,
  conversationId: "c1",
  cwd: "/repo",
  workspaceRoots: ["/repo"],
  facts: {}
}

const program = Effect.gen(function* () {
  const parsed = yield* cursorAdapter.parse(text)
  const { bindings } = cursorAdapter.bindings(parsed, { source, profile: execProfile, reading: "tight" })
  const selections = yield* cursorAdapter.select(envelope, bindings)
  const [guard] = bindings.filter(({ event }) => event === "beforeShellExecution")
  const input = Result.getOrThrow(cursorAdapter.encode(envelope, guard))
  const effects = cursorAdapter.decode({
    binding: guard,
    envelope,
    policy: defaultRunPolicy,
    outcome: {
      ...outcomeOf({ _tag: "Exited", code: 0 }),
      stdout: new TextEncoder().encode('{ "permission": "deny", "agent_message": "not here" }')
    }
  })
  return {
    findings: parsed.findings.map(({ code, place }) => [code, place.line]),
    listed: bindings.map(({ id }) => id),
    matched: selections.map(({ _tag }) => _tag),
    encoded: JSON.parse(new TextDecoder().decode(input.stdin)).command,
    decoded: [effects.verdict, effects.reasons.map((reason) => reason.text)]
  }
})

console.log(JSON.stringify(await Effect.runPromise(program)))
