import type * as Schema from "effect/Schema"

/** How deep lists and objects may be nested in a payload; nobody reads deeper, and most readers fail on it. */
const maximumDepth = 512

/** A value that can be written as JSON, and the paths of what could not and is null instead. */
export interface Writable {
  readonly value: Schema.Json
  readonly lost: ReadonlyArray<string>
}

/**
 * What can be written of a value that a host handed over. A cycle, a function, a number that is no number and the like
 * become null, so that a hook still gets the rest. Rule: CUR-39
 */
export const writable = (input: unknown): Writable => {
  const lost: Array<string> = []
  const above = new Set<object>()
  const visit = (part: unknown, path: string): Schema.Json => {
    const lose = (): null => {
      lost.push(path)
      return null
    }
    switch (typeof part) {
      case "string":
      case "boolean":
        return part
      case "number":
        return Number.isFinite(part) ? part : lose()
      case "object": {
        if (part === null) return null
        if (above.has(part) || above.size >= maximumDepth) return lose()
        above.add(part)
        const copy = Array.isArray(part)
          ? part.map((item, index) => visit(item, `${path}[${index}]`))
          : isPlain(part)
            ? Object.fromEntries(
                Object.entries(part)
                  .filter(([, inner]) => inner !== undefined)
                  .map(([key, inner]) => [key, visit(inner, path === "" ? key : `${path}.${key}`)])
              )
            : lose()
        above.delete(part)
        return copy
      }
      default:
        return lose()
    }
  }
  return { value: visit(input, ""), lost }
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Whether a value is nested no deeper than a payload may be; asks without a stack of its own depth. Rule: CUR-39 */
export const isShallow = (value: unknown): boolean => {
  const open: Array<readonly [part: unknown, depth: number]> = [[value, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next
    if (typeof part !== "object" || part === null) continue
    if (depth >= maximumDepth) return false
    for (const inner of Object.values(part)) open.push([inner, depth + 1])
  }
  return true
}
