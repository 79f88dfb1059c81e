import type { Diagnostic } from "@pawl/core"
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import { sourceFinding } from "./SourceFinding.ts"

/** The system's own name of an error, such as `ELOOP`: Effect's tags throw several of them together. */
const errnoOf = ({ reason }: PlatformError): string | undefined =>
  Predicate.hasProperty(reason.cause, "code") && Predicate.isString(reason.cause.code) ? reason.cause.code : undefined

/** Whether there is nothing at a path: no such entry, or a part of the path is no folder. */
export const isAbsent = (error: PlatformError): boolean =>
  error.reason._tag === "NotFound" || errnoOf(error) === "ENOTDIR"

/** What went wrong, in a word or a clause, for a person. */
export const whyOf = (error: PlatformError): string => errnoOf(error) ?? error.reason._tag

/** Why a file could not be looked at, opened or read. Rule: SRC-3 */
export const accessFinding = (file: string, error: PlatformError): Diagnostic => {
  if (isAbsent(error)) return sourceFinding("sources/missing", file)
  if (error.reason._tag === "PermissionDenied") return sourceFinding("sources/permission-denied", file)
  switch (errnoOf(error)) {
    case "ELOOP":
      return sourceFinding("sources/link-loop", file)
    case "EISDIR":
      return sourceFinding("sources/is-directory", file)
    default:
      return sourceFinding("sources/read-failed", file, { why: whyOf(error) })
  }
}
