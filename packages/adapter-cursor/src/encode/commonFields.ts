import type { Envelope } from "@pawl/core"
import type { CursorEvent } from "../CursorEvent.ts"
import { type Fields, present } from "./Fields.ts"

/**
 * What every hook gets: Cursor's base fields as far as the host knows them, and the host's own version beside the version
 * that hooks recognise Cursor by. `full` adds the host's name, and the `session_id` that captured payloads carry. What
 * happens outside of any conversation has no fields of one. Rule: CUR-35, CUR-36, CUR-65
 */
export const commonFields = (event: CursorEvent, envelope: Envelope, full: boolean): Fields => {
  const { conversationId, cwd, facts, host, model, turnId, user, workspaceRoots } = envelope
  const isInConversation = event.outsideConversation !== true
  const conversation = {
    conversation_id: conversationId,
    generation_id: turnId ?? conversationId,
    model: model?.name,
    model_id: model?.id,
    model_params: model?.parameters ?? []
  }
  return present({
    ...(isInConversation ? conversation : {}),
    hook_event_name: event.name,
    cursor_version: host.version,
    host_name: full ? host.name : undefined,
    host_version: host.version,
    workspace_roots: workspaceRoots.length > 0 ? workspaceRoots : cwd === undefined ? [] : [cwd],
    user_email: user?.email ?? null,
    transcript_path: isInConversation ? (facts.transcriptPath ?? null) : undefined,
    session_id: full && isInConversation ? conversationId : undefined
  })
}
