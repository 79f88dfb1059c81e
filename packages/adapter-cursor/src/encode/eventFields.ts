import { conversationEvents } from "./conversationEvents.ts"
import { type EventEncoder, none } from "./EventEncoder.ts"
import { toolEvents } from "./toolEvents.ts"

/** The encoder of each event's own fields, by name. Rule: CUR-37, CUR-75 */
const eventEncoders: ReadonlyMap<string, EventEncoder> = new Map<string, EventEncoder>(
  Object.entries({ ...toolEvents, ...conversationEvents })
)

const nothing: EventEncoder = { write: () => none }

/** The encoder of an event's own fields. Rule: CUR-37, CUR-75 */
export const eventEncoder = (event: string): EventEncoder => eventEncoders.get(event) ?? nothing
