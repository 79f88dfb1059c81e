import type * as Schema from "effect/Schema"

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
        if (above.has(part)) return lose()
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
