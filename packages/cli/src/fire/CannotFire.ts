import * as Data from "effect/Data"

/** A call cannot be followed, because of its words or its payload; `why` is a clause for a person. Rule: CLI-45, CLI-46 */
export class CannotFire extends Data.TaggedError("CannotFire")<{ readonly why: string }> {}
