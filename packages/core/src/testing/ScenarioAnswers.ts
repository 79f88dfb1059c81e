import type { RunScenario } from "./Scenario.ts"
import { always, byPolicy, denies, deniesWhenTight, exited, hangs, run, signalled } from "./ScenarioRow.ts"

const answers: ReadonlyArray<RunScenario> = [
  run({
    id: "deny",
    name: "says deny",
    script: `printf '%s' "$ANSWER_DENY"`,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies
  }),
  run({ id: "exit-2", name: "exits 2 without a word", script: "exit 2", ending: exited(2), expected: denies }),
  run({
    id: "exit-2-text",
    name: "exits 2 and says why on stderr",
    script: "echo 'not today' >&2\nexit 2",
    ending: exited(2),
    stdout: "nothing",
    expected: denies
  }),
  run({
    id: "exit-2-json",
    name: "says deny and exits 2",
    script: `printf '%s' "$ANSWER_DENY"\nexit 2`,
    ending: exited(2),
    stdout: "ANSWER_DENY",
    expected: denies
  }),
  run({
    id: "exit-2-allow",
    name: "says allow and exits 2",
    script: `printf '%s' "$ANSWER_ALLOW"\nexit 2`,
    ending: exited(2),
    stdout: "ANSWER_ALLOW",
    expected: denies
  }),
  run({
    id: "exit-2-noise",
    name: "writes noise on both outputs and exits 2",
    script: "echo 'loading rules'\necho 'warning: slow' >&2\nexit 2",
    ending: exited(2),
    expected: denies
  }),
  run({
    id: "ask",
    name: "says ask",
    script: `printf '%s' "$ANSWER_ASK"`,
    ending: exited(0),
    stdout: "ANSWER_ASK",
    expected: always("ask")
  })
]

const failedAfterDeny: ReadonlyArray<RunScenario> = [
  run({
    id: "deny-exit-1",
    name: "says deny, then fails",
    script: `printf '%s' "$ANSWER_DENY"\nexit 1`,
    ending: exited(1),
    stdout: "ANSWER_DENY",
    expected: deniesWhenTight
  }),
  run({
    id: "deny-line-exit-1",
    name: "says deny on a line of its own among noise, then fails",
    script: `echo 'loading rules'\necho "$ANSWER_DENY"\necho 'cleaning up'\nexit 1`,
    ending: exited(1),
    expected: deniesWhenTight
  }),
  run({
    id: "deny-signal",
    name: "says deny, then is killed by a signal",
    script: `printf '%s' "$ANSWER_DENY"\nkill -KILL $$`,
    ending: signalled("SIGKILL"),
    stdout: "ANSWER_DENY",
    expected: deniesWhenTight
  }),
  run({
    ...hangs,
    id: "deny-hang",
    name: "says deny, then hangs",
    script: `printf '%s' "$ANSWER_DENY"\nsleep 600`,
    stdout: "ANSWER_DENY",
    expected: deniesWhenTight
  })
]

const malformed: ReadonlyArray<RunScenario> = [
  run({
    id: "noise-before-deny",
    name: "writes noise before its denial",
    script: `echo 'welcome back'\necho "$ANSWER_DENY"`,
    ending: exited(0),
    expected: denies
  }),
  run({
    id: "noise-after-deny",
    name: "writes noise after its denial",
    script: `echo "$ANSWER_DENY"\necho 'done'`,
    ending: exited(0),
    expected: denies
  }),
  run({ id: "malformed", name: "writes half an object", script: `printf '{"'`, ending: exited(0), expected: denies }),
  run({
    id: "wrong-types",
    name: "gives its verdict a wrong type",
    script: `printf '%s' "$ANSWER_WRONG"`,
    ending: exited(0),
    stdout: "ANSWER_WRONG",
    expected: denies
  }),
  run({ id: "empty-object", name: "answers {}", script: "printf '{}'", ending: exited(0), expected: denies }),
  run({
    id: "key-twice",
    name: "gives its verdict twice, deny and allow",
    script: `printf '%s' "$ANSWER_TWICE"`,
    ending: exited(0),
    stdout: "ANSWER_TWICE",
    expected: denies
  }),
  run({
    id: "not-utf8",
    name: "writes bytes that are no text",
    script: "printf '\\377\\376\\200'",
    ending: exited(0),
    expected: denies
  }),
  run({
    id: "cut-stdout",
    name: "writes more than the cap, then deny",
    script: `head -c 1100000 /dev/zero | tr '\\0' ' '\nprintf '%s' "$ANSWER_DENY"`,
    ending: exited(0),
    stdoutTruncated: true,
    expected: denies
  }),
  run({
    id: "cut-stdout-exit-1",
    name: "writes more than the cap, then fails",
    script: "head -c 1100000 /dev/zero | tr '\\0' ' '\nexit 1",
    ending: exited(1),
    stdoutTruncated: true,
    expected: deniesWhenTight
  })
]

const failures: ReadonlyArray<RunScenario> = [
  run({
    id: "empty-stdout",
    name: "gives no answer",
    script: "cat > /dev/null",
    ending: exited(0),
    stdout: "nothing",
    expected: byPolicy
  }),
  run({ id: "exit-1", name: "fails without a word", script: "exit 1", ending: exited(1), expected: byPolicy }),
  run({ id: "missing", name: "is not there", script: "./not-there.sh", ending: exited(127), expected: byPolicy }),
  run({
    id: "not-executable",
    name: "is not executable",
    script: "printf 'exit 2\\n' > plain.sh\nchmod 644 plain.sh\n./plain.sh",
    ending: exited(126),
    expected: byPolicy
  }),
  run({
    id: "cannot-spawn",
    name: "has a working directory that is not there",
    script: "exit 2",
    folderExists: false,
    ending: { _tag: "SpawnFailed", errno: "ENOENT", message: "" },
    expected: byPolicy
  }),
  run({
    id: "signal",
    name: "is killed by a signal",
    script: "kill -TERM $$",
    ending: signalled("SIGTERM"),
    stdout: "nothing",
    expected: byPolicy
  })
]

/** Rows about what a hook says, and how it ends after it. Rule: RUN-26 */
export const answerRows: ReadonlyArray<RunScenario> = [...answers, ...failedAfterDeny, ...malformed, ...failures]
