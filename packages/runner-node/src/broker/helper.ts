// The program of the broker's process. Whatever it prints would be taken for an answer, so nothing is logged.
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { serveHooks } from "./serveHooks.ts"

Effect.runCallback(Effect.provide(serveHooks, Logger.layer([])), { onExit: () => process.exit() })
