const escapes = /(?:%[0-9a-f]{2})+/giu
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Escapes as the bytes that they stand for; one that stands for no text does not spoil the others. */
const decoded = (text: string): string =>
  text.replace(escapes, (run) =>
    decoder.decode(Uint8Array.from(run.slice(1).split("%"), (digits) => Number.parseInt(digits, 16)))
  )

/** Everything without what some callers take for a query or a fragment, and some for a part of the name. */
const cuts = (text: string): ReadonlyArray<string> => [text.replace(/[?#].*$/su, ""), text.replace(/#.*$/su, ""), text]

/** What is left of an address behind its scheme, as a path: with, without and instead of the name of a host. */
const pathsOf = (rest: string): ReadonlyArray<string> => {
  const slashes = /^\/*/u.exec(rest)?.[0].length ?? 0
  const name = rest.slice(slashes)
  const host = /^[^/]*(\/.*)$/su.exec(name)?.[1]
  const drive = /^([A-Za-z])[:|](.*)$/su.exec(name)
  return [
    ...(slashes === 2 && host !== undefined ? [host] : []),
    ...(slashes === 2 || slashes === 0 ? [name] : []),
    `/${name}`,
    ...(slashes === 2 ? [`//${name}`] : []),
    ...(drive === null ? [] : [`${drive[1]}:${drive[2]}`])
  ]
}

/**
 * The paths that a program may open for the address of a file, the likeliest first: with one slash, two or three, with a
 * host, with escapes of any kind and depth that occurs, with a query and a fragment or as parts of the name. None where a
 * text is no such address. Never throws. Rule: SRC-32
 *
 * @example
 * ```ts
 * pathsOfAddress("file://localhost/repo/hooks%2Ejson?x#y") // ["/repo/hooks.json", …]
 * ```
 */
export const pathsOfAddress = (written: string): ReadonlyArray<string> => {
  // Line ends, tabs and what is around it belong to no address, wherever they stand in it.
  const text = written.replace(/[\t\n\r]/gu, "").replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "")
  if (!/^file:/iu.test(text)) return []
  const rest = text.slice("file:".length)
  const slashed = rest.replaceAll("\\", "/")
  const meant = [slashed, rest].flatMap((form) =>
    cuts(form).flatMap((cut) => [decoded(cut), decoded(decoded(cut)), cut].flatMap(pathsOf))
  )
  return [...new Set(meant)]
}
