import type { MergedEffects } from "@pawl/core"
import * as Schema from "effect/Schema"
import type { HostDecision } from "./HostDecision.ts"

/**
 * Named facts behind a host's decision not to run something by itself: what no loosening may ever cross. Nothing loosens,
 * so no rule consults them; they are there to be shown. An absent one is a fact that the host does not know.
 * Rule: PERM-2
 */
export const Floors = Schema.Struct({
  /** A list of forbidden commands names the command. */
  commandDenylistHit: Schema.optionalKey(Schema.Boolean),
  /** The action writes to a path that the host protects. */
  protectedWritePath: Schema.optionalKey(Schema.Boolean),
  /** The MCP server of the call is on a list of forbidden ones. */
  mcpServerDenylisted: Schema.optionalKey(Schema.Boolean),
  /** A setting says that this kind of action always asks. */
  alwaysAskSetting: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "Floors" })
export type Floors = typeof Floors.Type

/** Whether any floor stands. Rule: PERM-2 */
export const any = (floors: Floors): boolean => Object.values(floors).some((stands) => stands)

/**
 * Reads the floors where there is something to read them for: a hook gave a verdict, and the host would not have run the
 * action anyway. Without hooks a moment costs nothing more than before. Rule: PERM-3
 */
export const readFloors = (
  merged: MergedEffects,
  hostDecision: HostDecision,
  read: () => Floors
): Floors | undefined => (merged.verdict._tag === "None" || hostDecision._tag === "Execute" ? undefined : read())
