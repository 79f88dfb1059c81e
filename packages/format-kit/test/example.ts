import { compileMatcher, matchAll, readJsonDocument, stringField } from "@pawl/format-kit"
import * as Effect from "effect/Effect"

/** Does the matcher of this file match the command? */
export const matches = Effect.fn("matches")(function* (file: string, command: string) {
  const { root, problems } = readJsonDocument(file)
  if (root === undefined) return problems.map(({ message, place }) => `${place.line}:${place.column} ${message}`)
  const field = stringField(root, "matcher")
  if (field._tag !== "Present") return [`matcher: ${field._tag}`]
  const matcher = yield* Effect.fromResult(yield* compileMatcher(field.value))
  const answers = yield* matchAll([{ matcher, subjects: [command] }])
  return answers.map(({ _tag }) => _tag)
})
