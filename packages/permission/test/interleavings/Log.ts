import type { Decision } from "@pawl/permission"
import type { FileName, Input } from "./World.ts"

/** Which version of each file there is. */
export type Versions = { readonly [F in FileName]: number }

/** How things stand at an instant: what is on the disk, what the registry has read of it, and how strict the run is. */
export interface Instant {
  readonly disk: Versions
  readonly loaded: Versions
  readonly strict: boolean
}

interface Told<T extends string> {
  readonly _tag: T
  readonly ask: string
  readonly input: Input
}

/** What has happened, told by whoever did it: hooks, host, disk. The judgement under test tells nothing of itself. */
export type Entry = Instant &
  (
    | { readonly _tag: "Happened" }
    | Told<"Asked">
    | Told<"HostDecided">
    | Told<"QuestionPut">
    | Told<"Ran">
    | (Told<"HookAsked"> & { readonly hook: string })
    | (Told<"QuestionAnswered"> & { readonly yes: boolean })
    | { readonly _tag: "Decided"; readonly ask: string; readonly decision: Decision["_tag"] }
  )

export type EntryOf<T extends Entry["_tag"]> = Extract<Entry, { readonly _tag: T }>
