import type { Action, ActionResult } from "@pawl/core"
import type * as Schema from "effect/Schema"
import { type Fields, present } from "./Fields.ts"

const contentOf = (result: Schema.Json): Schema.Json | undefined =>
  result !== null && typeof result === "object" && "content" in result ? result.content : undefined

const only = <A>(all: ReadonlyArray<A>): A | undefined => (all.length === 1 ? all[0] : undefined)

/**
 * The keys under which Cursor's own tools report a result, as far as they have been seen and this result has them: they
 * stand beside the view that says its kind. A result is one that went well, else there would be none; a length counts
 * UTF-16 code units, as JavaScript does. Rule: CUR-65, CUR-98
 */
export const cursorOutput = (result: ActionResult, action: Action): Fields => {
  switch (result._tag) {
    case "ShellResult":
      return present({ exitCode: result.exitCode })
    case "FilesRead": {
      const file = only(result.files)
      return file?._tag === "Text" ? { file_path: file.path, content_length: file.text.length } : {}
    }
    case "FileEdited":
      return { success: true }
    case "Found":
      return action._tag === "Grep" ? present({ pattern: only(action.queries), success: true }) : {}
    case "McpReturned":
      return present({ content: contentOf(result.result), isError: result.isError })
    default:
      return {}
  }
}
