import * as Context from "effect/Context"

/**
 * What Pawl runs on, and as whom: the operating system, as Node's `process.platform` names it, and the effective user
 * id, absent where files have no owners of that kind (Windows). A service without a default, because a host that forgot
 * to say who it is would read anybody's hooks. `@pawl/sources/node` has the Layer. Rule: SRC-6
 */
export class CurrentSystem extends Context.Service<
  CurrentSystem,
  {
    readonly platform: string
    readonly uid: number | undefined
  }
>()("@pawl/sources/CurrentSystem") {}
