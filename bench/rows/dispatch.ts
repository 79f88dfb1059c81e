import * as Effect from "effect/Effect"
import type { Envelope } from "../../packages/core/src/index.ts"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import { baseEnvironment, defaultEnvironmentPolicy } from "../../packages/runner-node/src/index.ts"
import { type ByHand, byHand } from "../byHand.ts"
import { type BenchHost, makeHost } from "../host.ts"
import type { Row } from "../Row.ts"
import { ratioFigure, sideBySide } from "../sideBySide.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

const command = `echo '{"permission":"allow"}'`
const envelope: Envelope = shellRun("git status")

/** What the hook of the other side gets: as many variables, and a payload of about the same size. */
const handwritten = (cwd: string, detached: boolean): ByHand => ({
  command,
  cwd,
  detached,
  env: variables,
  payload: JSON.stringify({ hook_event_name: "beforeShellExecution", command: "git status", cwd, envelope })
})
const { variables } = baseEnvironment(process.env, defaultEnvironmentPolicy)

/** A dispatch that does not come to what its hooks say would be no measurement. */
const ask = async (host: BenchHost, hooks: number, traced: boolean): Promise<void> => {
  const { merged, records } = await Effect.runPromise(Effect.withTracerEnabled(host.dispatch(envelope), traced))
  if (merged.verdict._tag !== "Allow" || records.length !== hooks) throw new Error("the hooks were not asked")
}

const one: Row = {
  name: "one hook",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const host = await makeHost({ folder, hooks: [{ command }] })
      const rounds = await sideBySide(
        {
          plain: () => ask(host, 1, false),
          traced: () => ask(host, 1, true),
          hand: () => byHand(handwritten(folder, false)),
          "hand again": () => byHand(handwritten(folder, false)),
          detached: () => byHand(handwritten(folder, true)),
          "detached again": () => byHand(handwritten(folder, true))
        },
        form
      )
      await host.close()
      const hand = { against: "spawn('/bin/sh') by hand", theirs: "hand", again: "hand again" }
      const detached = { against: "the same, detached", theirs: "detached", again: "detached again" }
      const plain = { name: "one dispatch with one hook, spans off", ours: "plain", atMost: 1.05 }
      const traced = { name: "one dispatch with one hook, spans on", ours: "traced", atMost: 1.1 }
      return [
        ratioFigure(rounds, { ...plain, ...hand }),
        ratioFigure(rounds, { ...plain, ...detached }),
        ratioFigure(rounds, { ...traced, ...hand }),
        ratioFigure(rounds, { ...traced, ...detached })
      ]
    })
}

const many = 8

const eight: Row = {
  name: "eight hooks",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const hooks = Array.from({ length: many }, (_, index) => ({ command: `${command} # ${index}` }))
      const wide = await makeHost({ folder, hooks, runner: { places: many } })
      const usual = await makeHost({ folder, hooks })
      const hand = () => Promise.all(hooks.map(() => byHand(handwritten(folder, true))))
      const rounds = await sideBySide(
        {
          wide: () => ask(wide, many, false),
          usual: () => ask(usual, many, false),
          hand,
          "hand again": hand
        },
        form
      )
      await wide.close()
      await usual.close()
      const theirs = { against: "eight by hand with Promise.all", theirs: "hand", again: "hand again", atMost: 1.1 }
      return [
        ratioFigure(rounds, { name: "eight hooks at once", ours: "wide", ...theirs }),
        ratioFigure(rounds, { name: "eight hooks, as many at once as by default", ours: "usual", ...theirs })
      ]
    })
}

export const rows: ReadonlyArray<Row> = [one, eight]
