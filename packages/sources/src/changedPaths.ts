import { actionOf, type Envelope } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { CurrentSystem } from "./CurrentSystem.ts"
import { pathsOfAddress } from "./fileAddress.ts"

/** Texts that a host may take a written path for, the likeliest first: of an address, as it is, or without blanks around it. */
const readingsOf = (written: string): ReadonlyArray<string> => [...pathsOfAddress(written), written, written.trim()]

/** The longest path that a system takes; what is longer names nothing. */
const longest = { win32: 32_767, others: 4_096 } as const

/**
 * What an edit or a delete may mean by each path that it names, the likeliest first, as absolute paths: from the moment's
 * folder or from a root of the host, because hosts differ in it, with `..` as the system takes it and by the text. None
 * for any other action. Rule: SRC-27, SRC-32
 */
export const changedPaths = Effect.fnUntraced(function* (envelope: Envelope, roots: ReadonlyArray<string>) {
  const action = actionOf(envelope.payload)
  if (action?._tag !== "FileEdit" && action?._tag !== "FileDelete") return []
  const path = yield* Path.Path
  const most = (yield* CurrentSystem).platform === "win32" ? longest.win32 : longest.others
  const { cwd } = envelope
  const below = (base: string, text: string): string => (path.isAbsolute(text) ? text : `${base}${path.sep}${text}`)
  const here = cwd === undefined ? [] : path.isAbsolute(cwd) ? [cwd] : roots.map((root) => below(root, cwd))
  const bases = [...here, ...roots]
  const meaningsOf = (written: string): ReadonlyArray<string> => {
    const texts = readingsOf(written)
    const absolute =
      bases.length === 0
        ? texts.map((text) => path.resolve(text))
        : bases.flatMap((base) => texts.map((text) => below(base, text)))
    return [...new Set(absolute.flatMap((each) => [each, path.normalize(each)]))].filter(({ length }) => length <= most)
  }
  return (action._tag === "FileEdit" ? [action.path] : action.paths).map(meaningsOf)
})
