import { nodeHookRunner } from "../../packages/runner-node/src/index.ts"
import { allowCommand, ask, handwritten } from "../allowingHook.ts"
import { byHand } from "../byHand.ts"
import { makeHost } from "../host.ts"
import type { Row } from "../Row.ts"
import { ratioFigure, sideBySide } from "../sideBySide.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

const one: Row = {
  name: "one hook",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const host = await makeHost({ folder, hooks: [{ command: allowCommand }] })
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
      const hooks = Array.from({ length: many }, (_, index) => ({ command: `${allowCommand} # ${index}` }))
      const wide = await makeHost({ folder, hooks, runner: nodeHookRunner({ places: many }) })
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
