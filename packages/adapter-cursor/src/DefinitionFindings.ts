import type { Diagnostic, Place } from "@pawl/core"
import type { JsonNode } from "@pawl/format-kit"
import { type FaultCode, type FindingCode, finding, findings } from "./findings.ts"
import type { Fault } from "./HookDefinition.ts"

/** What is found in one definition while it is read. */
export class DefinitionFindings {
  readonly name: string
  readonly node: JsonNode
  readonly faults: Array<Fault> = []
  readonly notes: Array<Diagnostic> = []
  private readonly places: ReadonlyMap<string, Place>

  constructor(name: string, node: JsonNode) {
    this.name = name
    this.node = node
    const members = node._tag === "Object" ? node.members : []
    this.places = new Map(members.map(({ key, value }) => [key, value.place]))
  }

  placeOf(field: string): Place {
    const at = field === "" ? this.name : `${this.name}.${field}`
    return { ...(this.places.get(field) ?? this.node.place), at }
  }

  fault(code: FaultCode, field: string, message: string, hint: string): void {
    // Only what voids its definition in every reading: what else it voids is for `bindings` to say.
    const what = findings[code].voidsAsWritten === "file" ? `${message}; this definition cannot be used` : message
    const details = { message: `${this.name}: ${what}`, hint, place: this.placeOf(field) }
    this.faults.push({ code, diagnostic: finding(code, details) })
  }

  note(code: FindingCode, field: string, message: string, hint: string): void {
    this.notes.push(finding(code, { message: `${this.name}: ${message}`, hint, place: this.placeOf(field) }))
  }
}

/** What the shipped client does about most faults of a definition. */
export const refuses = "Cursor refuses the file."
