import type { Envelope, Facts, Model } from "@pawl/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Fields } from "../encode/Fields.ts"
import { optional } from "./optional.ts"

const texts = Schema.decodeUnknownOption(Schema.Array(Schema.String))
const parameters = Schema.decodeUnknownOption(
  Schema.Array(Schema.Struct({ id: Schema.String, value: Schema.String })),
  { onExcessProperty: "error" }
)

const textOf = (value: Schema.Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** What a payload says under a key, or what stands in for it where the payload has no such key. */
const said = (fields: Fields, key: string, otherwise: string | undefined): string | undefined =>
  Object.hasOwn(fields, key) ? textOf(fields[key]) : otherwise

const modelFrom = (fields: Fields, base: Model | undefined): Model | undefined => {
  const name = said(fields, "model", base?.name)
  return name === undefined
    ? undefined
    : {
        name,
        ...optional("id", said(fields, "model_id", Object.hasOwn(fields, "model") ? undefined : base?.id)),
        ...optional("parameters", Option.getOrUndefined(parameters(fields.model_params)))
      }
}

const factsFrom = (fields: Fields, base: Facts): Facts => ({
  ...Struct.omit(base, ["transcriptPath"]),
  ...optional("transcriptPath", said(fields, "transcript_path", base.transcriptPath))
})

/**
 * The common part of a captured payload, without what it is about: fields that it lacks come from `base`, and null and
 * the empty directory say that something is not known. Rule: CUR-55
 */
export const commonFrom = (fields: Fields, base: Envelope): Omit<Envelope, "payload"> => {
  const email = said(fields, "user_email", base.user?.email)
  return {
    surface: base.surface,
    host: {
      name: said(fields, "host_name", base.host.name) ?? base.host.name,
      version: said(fields, "cursor_version", base.host.version) ?? base.host.version
    },
    at: base.at,
    ...optional("startedAt", base.startedAt),
    ...optional("completedAt", base.completedAt),
    ...optional("runId", base.runId),
    ...optional("conversationId", said(fields, "conversation_id", base.conversationId)),
    ...optional("turnId", said(fields, "generation_id", base.turnId)),
    ...optional("actionId", said(fields, "tool_use_id", base.actionId)),
    ...optional("model", modelFrom(fields, base.model)),
    ...optional("cwd", said(fields, "cwd", base.cwd) || undefined),
    workspaceRoots: Object.hasOwn(fields, "workspace_roots")
      ? Option.getOrElse(texts(fields.workspace_roots), () => [])
      : base.workspaceRoots,
    ...optional("user", email === undefined ? undefined : { email }),
    ...optional("sessionEnv", base.sessionEnv),
    facts: factsFrom(fields, base.facts)
  }
}
