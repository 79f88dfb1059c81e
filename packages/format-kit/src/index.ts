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
export type { JsonProblem, JsonRelaxation } from "./JsonReader.ts"
export {
  compileMatcher,
  type MatchAnswer,
  type Matcher,
  type MatcherRejected,
  type MatchTest,
  matchAll
} from "./Matcher.ts"
export * from "./PlatformEngine.ts"
