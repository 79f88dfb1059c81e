import type { JsonNode } from "./JsonNode.ts"
import { readJson } from "./JsonReader.ts"
import { type PlaceFinder, placesOf } from "./Place.ts"

/**
 * What a hook wrote, read as strict JSON (RFC 8259) in UTF-8. `lines` holds each line that is a JSON object by itself,
 * in order: they may tighten a decision, never loosen it. Rule: KIT-7, KIT-8
 */
export type JsonAnswer =
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Json"; readonly root: JsonNode }
  | { readonly _tag: "NotJson"; readonly problem: string; readonly lines: ReadonlyArray<JsonNode> }
  | { readonly _tag: "NotUtf8"; readonly lines: ReadonlyArray<JsonNode> }

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const linesOfText = (text: string, places: PlaceFinder): ReadonlyArray<JsonNode> => {
  const found: Array<JsonNode> = []
  let offset = 0
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const start = text.indexOf(line, offset)
    offset = start + line.length
    const body = line.replace(/^[\uFEFF \t]+/u, "")
    if (!body.startsWith("{") || !/\}[ \t]*$/u.test(body)) continue
    const { root } = readJson(body, places, start + line.length - body.length, false)
    if (root?._tag === "Object") found.push(root)
  }
  return found
}

/** The lines of cut or undecodable bytes that are a strict JSON object by themselves, in order. Rule: KIT-8 */
export const readJsonAnswerLines = (bytes: Uint8Array): ReadonlyArray<JsonNode> => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  return linesOfText(text, placesOf(text))
}

/** Reads what a hook wrote on its standard output. Never throws. Rule: KIT-7, KIT-8 */
export const readJsonAnswer = (bytes: Uint8Array): JsonAnswer => {
  const text = decodeUtf8(bytes)
  if (text === undefined) return { _tag: "NotUtf8", lines: readJsonAnswerLines(bytes) }
  if (/^[\uFEFF \t\r\n]*$/u.test(text)) return { _tag: "Empty" }
  const body = text.replace(/^\uFEFF+/u, "")
  const places = placesOf(body)
  const { root, problems } = readJson(body, places, 0, false)
  return root === undefined
    ? { _tag: "NotJson", problem: problems[0]?.message ?? "", lines: linesOfText(body, places) }
    : { _tag: "Json", root }
}
