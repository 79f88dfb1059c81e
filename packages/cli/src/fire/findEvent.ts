import type { FormatEvent, HookFormatAdapter, HookFormats } from "@pawl/core"
import * as Result from "effect/Result"
import { judgedText } from "../exec/judgedText.ts"

/** An event, and the format that has it. */
export interface KnownEvent {
  readonly event: FormatEvent
  readonly adapter: HookFormatAdapter["Service"]
}

/** The event of a name, or what is wrong with the name, in a clause. Rule: CLI-45 */
export const findEvent = (formats: HookFormats["Service"], name: string): Result.Result<KnownEvent, string> => {
  const adapters = [...formats.values()]
  for (const adapter of adapters) {
    const event = adapter.events.find((each) => each.name === name)
    if (event !== undefined) return Result.succeed({ event, adapter })
  }
  const meant = adapters.map((adapter) => adapter.meantEvent(name)).find((each) => each !== undefined)
  const names = adapters.flatMap(({ events }) => events.map((each) => each.name))
  const advice = meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`
  return Result.fail(`there is no event ${name}; ${advice}`)
}

/** A line of a shell that fires an event with its example payload. Rule: CLI-45 */
export const exampleLine = ({ example, name }: FormatEvent): string =>
  Object.keys(example).length === 0
    ? `pawl fire ${name}`
    : `${judgedText(["echo", JSON.stringify(example)])} | pawl fire ${name} --payload -`
