import os from "node:os"
import path from "node:path"
import process from "node:process"
import { HookRunner, type ProcessOutcome } from "@pawl/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { Variables } from "./Environment.ts"
import { makeInvocationIds } from "./InvocationId.ts"
import { nodeHookRunner } from "./NodeHookRunner.ts"

/** How the login shell is asked. */
export interface LoginPathOptions {
  /** The person's shell, by its whole path; nothing where it is not known. */
  readonly shell: string | undefined
  /** It runs there, and never in a project. */
  readonly home: string
  /** What it starts with, as from a terminal that has just been opened. */
  readonly variables: Variables
  /** In milliseconds; a profile may ask the network. */
  readonly timeoutMs: number
  /** Between the polite signal and the one that cannot be ignored, in milliseconds. */
  readonly graceMs: number
}

/** What has come of it, once. */
export type LoginPathResult =
  | { readonly _tag: "Captured"; readonly path: string }
  | { readonly _tag: "NotCaptured"; readonly why: string }

/** What `login` sets before the shell's own files add to it. */
const plainPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

/** Of what a desktop program has, what a terminal would have, too. */
const handedOn = /^(LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|SSH_AUTH_SOCK)$/

const user = (): { readonly shell?: string; readonly name?: string } => {
  try {
    const { shell, username } = os.userInfo()
    return { name: username, ...(shell === null ? {} : { shell }) }
  } catch {
    // An account without an entry, as in some containers.
    return {}
  }
}

/** This person's shell and home, 10 s and a grace of 1 s. */
const defaultLoginPathOptions = (): LoginPathOptions => {
  const { name = "", shell } = user()
  const home = os.homedir()
  const mine = { ...process.env }
  const own = mine.SHELL || shell
  const inherited = Object.entries(mine).filter(([variable]) => handedOn.test(variable))
  return {
    shell: own,
    home,
    variables: {
      ...Object.fromEntries(inherited),
      HOME: home,
      USER: name,
      LOGNAME: name,
      SHELL: own,
      PATH: plainPath,
      TERM: "dumb"
    },
    timeoutMs: 10_000,
    graceMs: 1_000
  }
}

/** What is run, and what is found in its output. A profile may print whatever it likes around it. */
const question = () => {
  const [outer, inner] = ["pawl-login-path", makeInvocationIds()()]
  return {
    // The words of the command are apart, so that a shell that repeats what it runs has not printed the answer.
    command: `printf '\\n%s:%s:%s:%s:%s\\n' ${outer} ${inner} "$PATH" ${inner} ${outer}`,
    answerIn: (text: string): string | undefined => {
      const begin = `${outer}:${inner}:`
      const start = text.lastIndexOf(begin)
      const end = text.indexOf(`:${inner}:${outer}`, start)
      return start < 0 || end < 0 ? undefined : text.slice(start + begin.length, end)
    }
  }
}

const whyNot = ({ ending }: ProcessOutcome, shell: string, timeoutMs: number): string => {
  switch (ending._tag) {
    case "TimedOut":
      return `the login shell ${shell} gave no PATH within ${timeoutMs} ms`
    case "SpawnFailed":
    case "Lost":
      return ending.message
    case "Exited":
      return `the login shell ${shell} has ended with ${ending.code} and printed no PATH`
    case "Signalled":
      return `the login shell ${shell} has ended with ${ending.signal} and printed no PATH`
  }
}

const notCaptured = (why: string): LoginPathResult => ({ _tag: "NotCaptured", why })

/** Runs the login shell like a hook: a session of its own, a deadline, and nothing of it left. */
const capture = ({ home, shell, ...options }: LoginPathOptions): Effect.Effect<LoginPathResult> => {
  if (shell === undefined || !path.isAbsolute(shell) || process.platform === "win32")
    return Effect.succeed(notCaptured("no login shell is known here"))
  const { answerIn, command } = question()
  const asked = HookRunner.use((runner) =>
    runner.run({
      binding: "login shell",
      format: "",
      event: "",
      handler: { _tag: "Exec", program: shell, arguments: ["-lc", command] },
      workingDirectory: home,
      sessionEnv: {},
      identityEnv: {},
      notInherited: [],
      outerInvocations: [],
      stdin: new Uint8Array(0),
      timeoutMs: options.timeoutMs,
      beforeOperation: false
    })
  )
  const runner = nodeHookRunner({
    inherited: options.variables,
    environment: { _tag: "AsItIs" },
    graceMs: options.graceMs,
    places: 1
  })
  return Effect.map(Effect.provide(asked, runner, { local: true }), (outcome): LoginPathResult => {
    const found = answerIn(Buffer.from(outcome.stdout).toString())
    // An answer counts however the rest of the profile ends.
    if (found === undefined || found === "") return notCaptured(whyNot(outcome, shell, options.timeoutMs))
    return { _tag: "Captured", path: found }
  })
}

/**
 * The PATH of the person's login shell, for hosts that were not started from a terminal: what is found there is then found
 * by hooks, too. The shell is asked once, in the home folder, when the Layer is built; nobody waits for it, and until
 * it has answered hooks have the host's PATH. Rule: RUN-35
 *
 * @example
 * ```ts
 * const Runner = Layer.unwrap(LoginPath.use(({ current }) => Effect.succeed(nodeHookRunner({ capturedPath: current })))).pipe(
 *   Layer.provide(LoginPath.layer())
 * )
 * ```
 */
export class LoginPath extends Context.Service<
  LoginPath,
  {
    /** What is known by now; never waits. */
    readonly current: () => string | undefined
    /** Waits until the shell has answered, or has not. */
    readonly result: Effect.Effect<LoginPathResult>
  }
>()("@pawl/runner-node/LoginPath") {
  /** Asks when it is built. A PATH that could not be had is logged as a warning; closing ends a shell that still runs. */
  static readonly layer = (options: Partial<LoginPathOptions> = {}): Layer.Layer<LoginPath> =>
    Layer.effect(
      LoginPath,
      Effect.gen(function* () {
        let known: string | undefined
        const asking = yield* capture({ ...defaultLoginPathOptions(), ...options }).pipe(
          Effect.tap((result) =>
            result._tag === "Captured"
              ? Effect.sync(() => {
                  known = result.path
                })
              : Effect.logWarning(`hooks keep the PATH of the host: ${result.why}`)
          ),
          Effect.forkScoped
        )
        return { current: () => known, result: Fiber.join(asking) }
      })
    )
}
