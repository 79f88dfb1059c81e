export * from "./compileMatcher.ts"
export * from "./Decoding.ts"
export * from "./JsonAnswer.ts"
export * from "./JsonDocument.ts"
export {
  duplicateKeys,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  lastMember,
  membersNamed,
  toJson
} from "./JsonNode.ts"
export type { JsonProblem, JsonRelaxation } from "./json/JsonProblem.ts"
export { loosen } from "./Loosen.ts"
export type { Matcher } from "./Matcher.ts"
export type { MatcherRejected } from "./MatcherRejected.ts"
export * from "./Matching.ts"
export * from "./matchAll.ts"
export * from "./Place.ts"
export * from "./PlatformEngine.ts"
