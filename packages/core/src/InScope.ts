import type { Envelope } from "./Envelope.ts"
import { actionOf, pathsNamedBy } from "./Payload.ts"
import type { Scope } from "./Source.ts"

/**
 * The places that a moment touches: the roots that the host's configuration names, the envelope's working directory and
 * every path that its payload names, all absolute and normalised. Rule: CORE-6
 */
export interface Reach {
  readonly roots: ReadonlySet<string>
  readonly places: ReadonlyArray<string>
}

/** How the text of a path may be meant; a backslash is a separator on one platform and a letter on another. */
interface PathStyle {
  readonly separator: RegExp
  readonly absolute: RegExp
  /** What an absolute path starts with, in the spelling that paths are compared in. */
  readonly prefixOf: (path: string) => string
}

const styles: ReadonlyArray<PathStyle> = [
  { separator: /\/+/, absolute: /^\//, prefixOf: () => "" },
  {
    separator: /[\\/]+/,
    absolute: /^(?:[A-Za-z]:)?[\\/]|^[A-Za-z]:$/,
    prefixOf: (path) => (/^[A-Za-z]:/.test(path) ? path.slice(0, 2).toLowerCase() : "")
  }
]

/** Removes `.` and goes up at `..`, by the text alone; above the top there is nothing. */
const normalised = (prefix: string, segments: ReadonlyArray<string>): string => {
  const kept: Array<string> = []
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue
    if (segment === "..") kept.pop()
    else kept.push(segment)
  }
  const text = `${prefix}/${kept.join("/")}`
  // A path with a drive letter names the same file in every case.
  return prefix === "" ? text : text.toLowerCase()
}

const readAs = (style: PathStyle, path: string, bases: ReadonlyArray<string>): ReadonlyArray<string> => {
  const prefix = style.prefixOf(path)
  const segments = path.slice(prefix.length).split(style.separator)
  if (!style.absolute.test(path)) {
    return bases.map((base) => normalised(driveOf(base), [...base.slice(driveOf(base).length).split("/"), ...segments]))
  }
  if (prefix !== "") return [normalised(prefix, segments)]
  // Without a drive letter a path is meant on the drive that one stands on, if there are drives at all.
  return ["", ...bases.map(driveOf)].map((drive) => normalised(drive, segments))
}

const driveOf = (place: string): string => (place.startsWith("/") ? "" : place.slice(0, 2))

/** Every place that a path may mean; more than one only where its text is ambiguous. */
const placesOf = (path: string | undefined, bases: ReadonlyArray<string>): ReadonlyArray<string> =>
  path === undefined || path === "" ? [] : [...new Set(styles.flatMap((style) => readAs(style, path, bases)))]

/**
 * What a moment reaches. Relative paths are resolved by their text against the working directory of the action and of
 * the envelope; without any they reach nothing. An envelope's workspace roots are data for encoders and never read here.
 * Rule: CORE-6, CORE-54
 */
export const reachOf = (envelope: Envelope, hostRoots: ReadonlyArray<string>): Reach => {
  const here = placesOf(envelope.cwd, [])
  const action = actionOf(envelope.payload)
  const bases = action?._tag === "ShellRun" ? [...here, ...placesOf(action.cwd, here)] : here
  return {
    roots: new Set(hostRoots.flatMap((root) => placesOf(root, []))),
    places: [...here, ...pathsNamedBy(envelope.payload).flatMap((path) => placesOf(path, bases))]
  }
}

const holds = (root: string, place: string): boolean =>
  place === root || place.startsWith(root.endsWith("/") ? root : `${root}/`)

/**
 * Whether a source applies at a moment: everywhere, or when its root is one of the host's roots or holds any place that
 * the moment touches. What a model can choose can only add sources. Rule: CORE-6, CORE-54
 *
 * @example
 * ```ts
 * inScope({ _tag: "Within", root: "/repo" }, reachOf(envelope, ["/elsewhere"])) // true when envelope.cwd is /repo/src
 * ```
 */
export const inScope = (scope: Scope, reach: Reach): boolean =>
  scope._tag === "Everywhere" ||
  placesOf(scope.root, []).some((root) => reach.roots.has(root) || reach.places.some((place) => holds(root, place)))
