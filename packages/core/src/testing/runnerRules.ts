import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { HookRunner } from "../HookRunner.ts"
import type { ContractCase } from "./contract/ContractCase.ts"
import { RunnerProbe } from "./RunnerProbe.ts"
import { type RunnerRule, same, textOf } from "./RunnerRule.ts"
import { placeRules } from "./runnerPlaceRules.ts"
import type { ScenarioSettings } from "./runScenario.ts"
import { must, scenarioBench } from "./ScenarioBench.ts"

const encoder = new TextEncoder()

// Quotes, blanks, signs of the shell, a newline and what is no ASCII: each must arrive as it is.
const awkward = ["", " ", "a b", "it's", '"q"', "$HOME", "`id`", "*", "\\n", "new\nline", "-n", "größe", "日本"]

const processRules: ReadonlyArray<RunnerRule> = [
  {
    name: "a command string runs as it is written",
    rule: "RUN-1",
    body: (bench) =>
      Effect.gen(function* () {
        const outcome = yield* bench.run(`x='a  b'; printf '%s|%s|%s' "$x" \\$HOME "$(printf 'it'"'"'s %%')" # no more`)
        yield* same(textOf(outcome), "a  b|$HOME|it's %")
      })
  },

  {
    name: "a script beside the hooks file runs by its relative path",
    rule: "RUN-1",
    body: (bench) =>
      Effect.gen(function* () {
        const probe = yield* RunnerProbe
        yield* probe.writeScript(bench.folder, "guard.sh", "#!/bin/sh\nprintf '%s' \"$1\"\nexit 3\n")
        const outcome = yield* bench.run("./guard.sh 'two words'")
        yield* same(`${textOf(outcome)} ${JSON.stringify(outcome.ending)}`, 'two words {"_tag":"Exited","code":3}')
      })
  },

  {
    name: "a program gets its arguments exactly",
    rule: "RUN-2",
    body: (bench) =>
      Effect.gen(function* () {
        const script = 'for x in "$@"; do printf "[%s]" "$x"; done'
        const outcome = yield* bench.run({ _tag: "Exec", program: "sh", arguments: ["-c", script, "sh", ...awkward] })
        yield* same(textOf(outcome), awkward.map((x) => `[${x}]`).join(""))
      })
  },

  {
    name: "a hook has no terminal to ask",
    rule: "RUN-3",
    body: (bench) =>
      Effect.gen(function* () {
        yield* same(textOf(yield* bench.run("( : < /dev/tty ) 2> /dev/null && printf yes || printf no")), "no")
      })
  },

  {
    name: "a hook gets the payload to the byte on stdin, and then its end",
    rule: "RUN-4",
    body: (bench) =>
      Effect.gen(function* () {
        const payload = new Uint8Array(70_000).map((_, index) => index % 256)
        const outcome = yield* bench.run("cat", { stdin: payload })
        yield* must(
          outcome.stdout.length === payload.length && outcome.stdout.every((byte, index) => byte === payload[index]),
          "what was written comes back",
          () => `${outcome.stdout.length} bytes`
        )
      })
  },

  {
    name: "an empty payload is an end at once",
    rule: "RUN-4",
    body: (bench) =>
      Effect.gen(function* () {
        yield* same(textOf(yield* bench.run("cat; printf end")), "end")
      })
  },

  {
    name: "the exit code, stdout and stderr of a hook are its outcome",
    rule: "RUN-5",
    body: (bench) =>
      Effect.gen(function* () {
        const outcome = yield* bench.run("echo out; echo err >&2; exit 7")
        yield* same(JSON.stringify(outcome.ending), '{"_tag":"Exited","code":7}')
        yield* same(`${textOf(outcome)}${outcome.stderrTail}`, "out\nerr\n")
        yield* must(!outcome.stdoutTruncated && !outcome.stderrTruncated, "nothing is cut", () => "it says cut")
        yield* must(outcome.durationMs > 0 && outcome.queuedMs >= 0, "times are told", () => JSON.stringify(outcome))
      })
  },

  {
    name: "a hook that is ended at its deadline gets TERM first, and the code that it then ends with is told",
    rule: "RUN-10, RUN-63",
    body: (bench) =>
      Effect.gen(function* () {
        const script = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done"
        const outcome = yield* bench.run(script, { timeoutMs: 1_500 })
        yield* same(JSON.stringify(outcome.ending), '{"_tag":"TimedOut","phase":"running","lateCode":0}')
        yield* same(textOf(outcome), "ready\nbye\n")
      })
  },

  {
    name: "a hook whose group another hook kills is signalled, and what it had said is kept",
    rule: "RUN-13",
    body: (bench) =>
      Effect.gen(function* () {
        const sibling = yield* bench.fork("printf deny; echo $$ > leader; sleep 600")
        yield* bench.run(`kill -9 -${yield* bench.noted("leader")}`)
        const outcome = yield* Fiber.join(sibling)
        yield* same(
          `${JSON.stringify(outcome.ending)} ${textOf(outcome)}`,
          '{"_tag":"Signalled","signal":"SIGKILL"} deny'
        )
        yield* same(`${(yield* bench.alive).length}`, "0")
      })
  },

  {
    name: "stdout is joined before anybody decodes it",
    rule: "RUN-14",
    body: (bench) =>
      Effect.gen(function* () {
        yield* same(textOf(yield* bench.run("printf 'gr\\303'; sleep 0.1; printf '\\266\\303\\237e'")), "größe")
      })
  },

  {
    name: "NUL bytes and a last line without its end arrive as they are",
    rule: "RUN-14",
    body: (bench) =>
      Effect.gen(function* () {
        const outcome = yield* bench.run("printf 'a\\0b\\nc\\0'; printf 'd\\0e' >&2")
        yield* same(`${textOf(outcome)}|${outcome.stderrTail}`, "a\0b\nc\0|d\0e")
      })
  },

  {
    name: "the first part of stdout is kept, the rest is drained",
    rule: "RUN-14",
    body: (bench) =>
      Effect.gen(function* () {
        const script = "printf first; head -c 8000000 /dev/zero; echo drained >&2; exit 4"
        const outcome = yield* bench.run(script)
        yield* same(`${JSON.stringify(outcome.ending)} ${outcome.stderrTail}`, '{"_tag":"Exited","code":4} drained\n')
        yield* must(outcome.stdoutTruncated, "stdoutTruncated", () => "it says whole")
        yield* same(textOf(outcome).slice(0, 6), "first\0")
        yield* must(outcome.stdout.length < 8_000_000, "it is cut", () => `${outcome.stdout.length} bytes`)
      })
  },

  {
    name: "the last part of stderr is kept",
    rule: "RUN-15",
    body: (bench) =>
      Effect.gen(function* () {
        const outcome = yield* bench.run("i=0; while [ $i -lt 3000 ]; do echo line-$i >&2; i=$((i+1)); done")
        yield* must(outcome.stderrTruncated, "stderrTruncated", () => "it says whole")
        yield* must(outcome.stderrTail.endsWith("line-2998\nline-2999\n"), "the end is there", () => outcome.stderrTail)
        const bytes = encoder.encode(outcome.stderrTail).length
        yield* must(bytes < 20_000, "it is cut", () => `${bytes} bytes`)
      })
  },

  {
    name: "what is no text on stderr is replaced",
    rule: "RUN-15",
    body: (bench) =>
      Effect.gen(function* () {
        yield* same((yield* bench.run("printf 'a\\377b\\303\\266' >&2")).stderrTail, "a\ufffdbö")
      })
  },

  {
    name: "a program that is not there is named",
    rule: "RUN-16",
    body: (bench) =>
      Effect.gen(function* () {
        const outcome = yield* bench.run({ _tag: "Exec", program: "/not/there", arguments: [] })
        yield* must(
          outcome.ending._tag === "SpawnFailed" &&
            outcome.ending.errno === "ENOENT" &&
            outcome.ending.message.includes("/not/there"),
          "SpawnFailed with ENOENT and the name",
          () => JSON.stringify(outcome.ending)
        )
      })
  },

  {
    name: "a working directory that is not there is named, and not the shell",
    rule: "RUN-16",
    body: (bench) =>
      Effect.gen(function* () {
        const workingDirectory = `${bench.folder}/gone`
        const { ending } = yield* bench.run("exit 2", { workingDirectory })
        yield* must(
          ending._tag === "SpawnFailed" &&
            ending.errno === "ENOENT" &&
            ending.message.includes(workingDirectory) &&
            !ending.message.includes("/sh"),
          "SpawnFailed with ENOENT and the folder",
          () => JSON.stringify(ending)
        )
      })
  },

  {
    name: "a NUL byte in a command is a failed start",
    rule: "RUN-16",
    body: (bench) =>
      Effect.gen(function* () {
        const { ending } = yield* bench.run("exit 2 # \0")
        yield* must(ending._tag === "SpawnFailed", "SpawnFailed", () => JSON.stringify(ending))
      })
  },

  {
    name: "the working directory is exactly the one that was asked for",
    rule: "RUN-19",
    body: (bench) =>
      Effect.gen(function* () {
        yield* same(textOf(yield* bench.run("printf '%s' \"$(pwd -P)\"")), bench.folder)
      })
  },

  {
    name: "identity is laid over session variables, and the protocol version over all",
    rule: "RUN-20",
    body: (bench) =>
      Effect.gen(function* () {
        const sessionEnv = { FROM_SESSION: "s", BOTH: "s", PAWL_HOOK_PROTOCOL_VERSION: "9" }
        const identityEnv = { FROM_IDENTITY: "i", BOTH: "i", PAWL_HOOK_PROTOCOL_VERSION: "8" }
        const script = "printf '%s' \"$FROM_SESSION$FROM_IDENTITY$BOTH$PAWL_HOOK_PROTOCOL_VERSION\""
        yield* same(textOf(yield* bench.run(script, { sessionEnv, identityEnv })), "sii1")
      })
  },

  {
    name: "what is inherited under a name that only the run may set is not handed on",
    rule: "RUN-60",
    body: (bench) =>
      Effect.gen(function* () {
        const exported = (name: string) => `env | grep '^${name}=' || echo none`
        const inherits = (name: string) => Effect.map(bench.run(exported(name)), (ran) => textOf(ran) !== "none\n")
        const name = yield* Effect.findFirst(["HOME", "USER", "LANG", "PATH"], inherits)
        yield* must(Option.isSome(name), "a hook inherits something", () => "none of the usual variables")
        if (Option.isNone(name)) return
        const notInherited = [name.value, "NOT_THERE"]
        yield* same(textOf(yield* bench.run(exported(name.value), { notInherited })), "none\n")
        const identityEnv = { [name.value]: "its own" }
        const own = yield* bench.run(exported(name.value), { notInherited, identityEnv })
        yield* same(textOf(own), `${name.value}=its own\n`)
      })
  },

  {
    name: "a hook finds the runs that it is below, outermost first, and an id of its own last",
    rule: "RUN-22",
    body: (bench) =>
      Effect.gen(function* () {
        const script = "printf '%s' \"$PAWL_INVOCATIONS\""
        const outerInvocations = ["outer-1", "outer-2"]
        const outcomes = yield* Effect.forEach([1, 2], () => bench.run(script, { outerInvocations }))
        const [one = "", two = ""] = outcomes.map(textOf)
        yield* must(/^outer-1,outer-2,[^,]+$/.test(one), "outer-1,outer-2,<its own>", () => one)
        yield* must(one !== two, "no two runs have one id", () => one)
      })
  }
]

/** What the outcome of a run must be, beyond the table. Rule: RUN-26 */
export const runnerRules = (settings: ScenarioSettings): ReadonlyArray<ContractCase<HookRunner | RunnerProbe>> =>
  [...processRules, ...placeRules].map(({ name, rule, body }) => ({
    name: `${name} (${rule})`,
    rule,
    check: Effect.scoped(Effect.flatMap(scenarioBench(settings.texts), (bench) => body(bench, settings)))
  }))
