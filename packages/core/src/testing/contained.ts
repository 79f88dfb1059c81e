import * as Result from "effect/Result"

/** The result of a decoder. A value that is nested too deep overflows it: a failure like any other. */
export const contained = <A, E>(decode: () => Result.Result<A, E>): Result.Result<A, string> => {
  const nested = Result.try({ try: decode, catch: String })
  return Result.isFailure(nested) ? Result.fail(nested.failure) : Result.mapError(nested.success, String)
}
