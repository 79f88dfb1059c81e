import type * as Schema from "effect/Schema"

/** The keys of a payload, or of a part of it, in the order in which they are written. */
export interface Fields {
  readonly [key: string]: Schema.Json
}

/** Fields without those that are undefined: what the host does not know is absent. Rule: CUR-36 */
export const present = (fields: { readonly [key: string]: Schema.Json | undefined }): Fields => {
  const known: Array<readonly [string, Schema.Json]> = []
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) known.push([key, value])
  return Object.fromEntries(known)
}
