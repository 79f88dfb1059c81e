import { HookFormatAdapter } from "@pawl/core"
import * as Layer from "effect/Layer"
import { aliases } from "./aliases.ts"
import { bindings } from "./bindings.ts"
import { decode } from "./decode/decode.ts"
import { encode } from "./encode/encode.ts"
import { meantEvent } from "./eventNames.ts"
import { events } from "./events.ts"
import { filesOf } from "./filesOf.ts"
import { lint } from "./lint.ts"
import { format, parse } from "./parse.ts"
import { places } from "./places.ts"
import { envelopeFrom } from "./replay/envelopeFrom.ts"
import { rewritten } from "./replay/rewritten.ts"
import { select } from "./select.ts"

/**
 * The format of Cursor's `hooks.json`. It knows nothing of processes and files, and keeps no state: every method is a
 * function of what it is given. Rule: CUR-1
 *
 * @example
 * ```ts
 * const parsed = yield* cursorAdapter.parse(text)
 * const { bindings } = cursorAdapter.bindings(parsed, { source, profile: execProfile, reading: "tight" })
 * const selections = yield* cursorAdapter.select(envelope, bindings)
 * ```
 */
export const cursorAdapter: HookFormatAdapter["Service"] = HookFormatAdapter.of({
  format,
  places,
  boundaries: [],
  events,
  meantEvent: (name) => meantEvent(name)?.name,
  parse,
  bindings,
  select,
  encode,
  decode,
  envelopeFrom,
  rewritten,
  filesOf,
  aliases,
  lint
})

/**
 * The adapter as a layer, for `HookFormats.layer`. Rule: CUR-1
 *
 * @example
 * ```ts
 * const formats = HookFormats.layer(CursorAdapter.layer)
 * ```
 */
export const CursorAdapter: { readonly layer: Layer.Layer<HookFormatAdapter> } = {
  layer: Layer.succeed(HookFormatAdapter, cursorAdapter)
}
