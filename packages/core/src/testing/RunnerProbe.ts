import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * What the contract of runners must see of the machine, and core cannot: folders, files, and who is alive. The package
 * of each runner supplies it. Nothing of it fails: a test machine that cannot do this is a defect. Rule: RUN-26
 */
export class RunnerProbe extends Context.Service<
  RunnerProbe,
  {
    /** A fresh folder, by its real path; it goes with the scope. */
    readonly makeFolder: Effect.Effect<string, never, Scope.Scope>
    /** An executable file in a folder. */
    readonly writeScript: (folder: string, name: string, text: string) => Effect.Effect<void>
    /** A file in a folder, such as a note of a script; empty when there is none. */
    readonly read: (folder: string, name: string) => Effect.Effect<string>
    /** Whether a process is there and has not ended; one that nobody has collected yet has ended. */
    readonly isAlive: (pid: number) => Effect.Effect<boolean>
    /** Who was started with a variable of this value; nobody where the system does not show variables. */
    readonly carriers: (variable: string, value: string) => Effect.Effect<ReadonlyArray<number>>
    readonly kill: (pid: number) => Effect.Effect<void>
  }
>()("@pawl/core/testing/RunnerProbe") {}
