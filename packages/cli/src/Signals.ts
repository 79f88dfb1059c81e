import * as fs from "node:fs"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { endingSignals } from "./endingSignals.ts"

/** Without a listener it would open Node's debugger, for whoever sends it. It says nothing to us, and is passed on. */
const passedOn = "SIGUSR1"

/**
 * Kills whatever this process has started, each with its group. Hooks that ignore a polite signal get a grace before
 * they are killed; somebody who asks twice does not want to wait for it.
 */
const killChildren = (): void => {
  try {
    // Node has no list of its children, and theirs is the list of the thread that started them.
    const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    for (const pid of children.split(" ").filter((word) => word !== "")) {
      try {
        process.kill(-Number(pid), "SIGKILL")
      } catch {
        // It leads no group, or has ended in between.
      }
    }
  } catch {
    // Without /proc the grace has to pass.
  }
}

const turn = Effect.callback<void>((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})

/**
 * The signals that are sent to this process. By default the first one completes `first`, and every later one kills the
 * hooks that are still there; for as long as an effect is `sentTo` a receiver, they go to that instead. Rule: CLI-20
 */
export class Signals extends Context.Service<
  Signals,
  {
    readonly first: Effect.Effect<NodeJS.Signals>
    /**
     * Goes on only if no signal has come. One that came while this process was busy or stopped is known a turn of the
     * loop later than the end of a hook that came with it, and must not be overtaken.
     */
    readonly none: Effect.Effect<void>
    readonly sentTo: (
      receive: (signal: NodeJS.Signals) => void
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("pawl/Signals") {
  /** Listens for as long as the layer lives; afterwards a signal does what it does to any other program. */
  static readonly layer: Layer.Layer<Signals> = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const first = yield* Deferred.make<NodeJS.Signals>()
      const stop = (signal: NodeJS.Signals) => {
        if (signal === passedOn) return
        if (!Deferred.doneUnsafe(first, Effect.succeed(signal))) killChildren()
      }
      let receive = stop
      const listen = (signal: NodeJS.Signals) => receive(signal)
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          for (const signal of [...endingSignals, passedOn]) process.on(signal, listen)
        }),
        () =>
          Effect.sync(() => {
            for (const signal of [...endingSignals, passedOn]) process.removeListener(signal, listen)
          })
      )
      return {
        first: Deferred.await(first),
        none: Effect.andThen(
          turn,
          // Whoever waits for the first one interrupts everything else.
          Effect.suspend(() => (Deferred.isDoneUnsafe(first) ? Effect.never : Effect.void))
        ),
        sentTo: (receiver) => (effect) =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              receive = receiver
            }),
            () => effect,
            () =>
              Effect.sync(() => {
                receive = stop
              })
          )
      }
    })
  )
}
