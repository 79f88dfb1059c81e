import type { RunScenario } from "./Scenario.ts"
import { byPolicy, denies, deniesWhenTight, endsItsMainThread, exited, hangs, run } from "./ScenarioRow.ts"

const backgroundChildren: ReadonlyArray<RunScenario> = [
  run({
    id: "exit-2-child-holds-stdout",
    name: "exits 2 while a background child holds its stdout",
    script: "sleep 60 2> /dev/null &\necho $! > child\nexit 2",
    ending: exited(2),
    expected: denies,
    endsWithin: "+1s",
    leaves: "its background child"
  }),
  run({
    id: "exit-2-child-holds-stderr",
    name: "exits 2 while a background child holds its stderr",
    script: "sleep 60 > /dev/null &\necho $! > child\nexit 2",
    ending: exited(2),
    expected: denies,
    endsWithin: "+1s",
    leaves: "its background child"
  }),
  run({
    id: "exit-2-child-holds-leak",
    name: "exits 2 while a background child holds a leaked descriptor of its stdout",
    script: "exec 3>&1\nsleep 60 > /dev/null 2>&1 &\necho $! > child\nexit 2",
    ending: exited(2),
    expected: denies,
    endsWithin: "+1s",
    leaves: "its background child"
  }),
  run({
    id: "deny-child-holds-both",
    name: "says deny and ends while a background child holds both outputs",
    script: `sleep 60 &\necho $! > child\nprintf '%s' "$ANSWER_DENY"`,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    endsWithin: "+1s",
    leaves: "its background child"
  }),
  run({
    id: "deny-child-goes-on",
    name: "says deny and ends while a background child with outputs of its own goes on",
    script: `sleep 60 > /dev/null 2>&1 &\necho $! > child\nprintf '%s' "$ANSWER_DENY"`,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    leaves: "its background child"
  })
]

const inputs: ReadonlyArray<RunScenario> = [
  run({
    id: "never-reads",
    name: "never reads its stdin",
    script: `printf '%s' "$ANSWER_DENY"`,
    payloadBytes: 1_048_576,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies
  }),
  run({
    id: "closes-stdin",
    name: "closes its stdin early",
    script: `exec <&-\nsleep 0.2\nprintf '%s' "$ANSWER_DENY"`,
    payloadBytes: 1_048_576,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies
  }),
  run({
    id: "reads-64-mib",
    name: "reads a payload of 64 MiB",
    script: `[ $(wc -c) -eq 67108864 ] && printf '%s' "$ANSWER_DENY"`,
    payloadBytes: 67_108_864,
    timeoutMs: 60_000,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    endsWithin: "as fast as it reads"
  }),
  run({
    id: "floods-stderr-first",
    name: "floods stderr before it reads a payload of 300 KB",
    script: `head -c 1048576 /dev/zero >&2\n[ $(wc -c) -eq 307200 ] && printf '%s' "$ANSWER_DENY"`,
    payloadBytes: 307_200,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    endsWithin: "as fast as it reads"
  })
]

const hanging: ReadonlyArray<RunScenario> = [
  run({
    ...hangs,
    id: "floods-stdout",
    name: "floods stdout for ever",
    script: "exec cat /dev/zero",
    stdoutTruncated: true,
    expected: deniesWhenTight
  }),
  run({
    ...hangs,
    id: "floods-stdout-by-lines",
    name: "says yes for ever, a line at a time",
    script: "exec yes",
    stdoutTruncated: true,
    expected: deniesWhenTight
  }),
  run({
    ...hangs,
    id: "hangs-with-child",
    name: "hangs beside a background child",
    script: "sleep 600 &\necho $! > child\nwait",
    expected: byPolicy
  }),
  run({
    ...hangs,
    id: "ignores-term",
    name: "ignores TERM, as its child does",
    script: "trap '' TERM\nsleep 600 &\necho $! > child\nwait",
    expected: byPolicy
  }),
  run({
    ...hangs,
    id: "late-exit-2",
    name: "says allow, hangs beside a background child, and exits 2 when it is asked to end",
    script: `trap 'exit 2' TERM\nsleep 600 &\necho $! > child\nprintf '%s' "$ANSWER_ALLOW"\nwait`,
    ending: { ...hangs.ending, lateCode: 2 },
    stdout: "ANSWER_ALLOW",
    expected: deniesWhenTight
  }),
  // A line in which "trap" stands as a word is left to itself, so it is broken up where only the program is to have one.
  run({
    ...hangs,
    id: "late-exit-2-program",
    name: "runs a program that says allow, hangs, and exits 2 when it is asked to end",
    script: `sh -c "tr""ap 'sleep 0.05; exit 2' TERM; printf '%s' '$ANSWER_ALLOW'; while :; do sleep 0.02; done"`,
    ending: { ...hangs.ending, lateCode: 2 },
    stdout: "ANSWER_ALLOW",
    expected: deniesWhenTight
  }),
  run({
    ...hangs,
    id: "late-deny-program",
    name: "runs a program that hangs, and says deny when it is asked to end",
    script: `sh -c "tr""ap 'sleep 0.05; printf %s \\"\\$ANSWER_DENY\\"; exit 0' TERM; while :; do sleep 0.02; done"`,
    stdout: "ANSWER_DENY",
    expected: deniesWhenTight
  }),
  run({
    ...hangs,
    id: "traps-term",
    name: "would exit 2 on TERM, but waits for a child that hangs",
    script: `trap 'exit 2' TERM\nsh -c 'trap "" TERM; echo $$ > child; sleep 600; sleep 600'`,
    expected: byPolicy
  }),
  run({
    ...hangs,
    id: "waits-for-child",
    name: "waits for a child that ignores TERM and hangs",
    script: `sh -c 'trap "" TERM; echo $$ > child; sleep 600; sleep 600'\nexit 2`,
    expected: byPolicy
  }),
  run({ ...hangs, id: "stops-itself", name: "stops itself", script: "kill -STOP $$\nexit 2", expected: byPolicy }),
  run({
    ...hangs,
    id: "setsid-child",
    name: "starts a child in a session of its own that keeps the marker, and hangs",
    script: "setsid sleep 600 &\necho $! > child\nsleep 600",
    expected: byPolicy,
    needs: ["setsid"]
  })
]

const escaping: ReadonlyArray<RunScenario> = [
  run({
    ...hangs,
    id: "timeout-child",
    name: "waits for timeout(1), which leaves the group",
    script: "timeout 600 sleep 600\nexit 2",
    expected: byPolicy,
    needs: ["timeout"]
  }),
  run({
    ...hangs,
    id: "timeout-child-ignores-term",
    name: "waits for timeout(1) around a child that ignores TERM",
    script: `timeout 600 sh -c 'trap "" TERM; echo $$ > child; sleep 600; sleep 600'\nexit 2`,
    expected: byPolicy,
    needs: ["timeout"]
  }),
  run({
    ...hangs,
    id: "job-control",
    name: "starts a job under set -m, in a group of its own",
    script: "bash -c 'set -m; sleep 600 & echo $! > child; wait'",
    expected: byPolicy,
    needs: ["bash"]
  }),
  run({
    ...hangs,
    id: "double-fork",
    name: "starts a daemon by a double fork in a session of its own",
    script: "(setsid sh -c 'echo $$ > child; sleep 600' &)\nsleep 600",
    expected: byPolicy,
    needs: ["setsid"]
  }),
  run({
    ...hangs,
    id: "stopped-setsid-child",
    name: "stops itself beside a stopped child in a session of its own",
    script: "setsid sh -c 'kill -STOP $$; sleep 600' &\necho $! > child\nkill -STOP $$\nexit 2",
    expected: byPolicy,
    needs: ["setsid"]
  }),
  run({
    ...hangs,
    id: "empty-environment",
    name: "starts a child with an empty environment in a session of its own, and waits for it",
    script: "env -i setsid sleep 600 &\necho $! > child\nwait",
    expected: byPolicy,
    needs: ["setsid"]
  }),
  run({
    ...hangs,
    id: "empty-environment-on-term",
    name: "says allow, and starts a child with an empty environment in a group of its own when it is asked to end",
    script: `trap 'env -i timeout 600 sleep 600 & echo $! > child; sleep 0.1; exit 1' TERM
printf '%s' "$ANSWER_ALLOW"
while :; do sleep 0.05; done`,
    ending: { ...hangs.ending, lateCode: 1 },
    stdout: "ANSWER_ALLOW",
    expected: byPolicy,
    needs: ["timeout"]
  }),
  run({
    ...hangs,
    id: "threads-go-on",
    name: "hangs in a thread when its main thread has ended",
    script: endsItsMainThread(""),
    expected: byPolicy,
    needs: ["python3"]
  }),
  run({
    ...hangs,
    id: "threads-of-daemon-go-on",
    name: "starts a daemon of which the main thread ends and another goes on, and hangs",
    script: `(${endsItsMainThread('os.setsid(); open("child", "w").write(str(os.getpid()))')} &)\nsleep 600`,
    expected: byPolicy,
    needs: ["python3"]
  }),
  run({
    ...hangs,
    id: "restart-each-other",
    name: "starts two processes in sessions of their own that start each other again",
    script: `cat > keep.sh <<'END'
while :; do
  kill -0 "$(cat $2)" 2> /dev/null || { setsid sh keep.sh $2 $1 & echo $! > $2; }
  sleep 0.05
done
END
echo 0 > two
setsid sh keep.sh one two &
echo $! > one
sleep 600`,
    expected: byPolicy,
    needs: ["setsid"]
  })
]

/** Rows about children, streams and hooks that will not end. Rule: RUN-26 */
export const processRows: ReadonlyArray<RunScenario> = [...backgroundChildren, ...inputs, ...hanging, ...escaping]
