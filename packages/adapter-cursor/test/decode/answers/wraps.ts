/** What a sloppy script does to a whole output, and which answer becomes which by it. */
interface Wrap {
  readonly wrap: string
  readonly put: (text: string) => string | Uint8Array
  readonly becomes: { readonly [answer: string]: string }
}

const encoder = new TextEncoder()
const withBytes = (text: string, bytes: ReadonlyArray<number>) => Uint8Array.from([...encoder.encode(text), ...bytes])

const same = {
  allow: "allow",
  deny: "deny",
  ask: "ask",
  "weak ask": "weak ask",
  goes: "goes",
  stops: "stops",
  fits: "fits"
}
/** It no longer fits, and what tightens is still seen in it. */
const seen = {
  allow: "unfit",
  deny: "unfit deny",
  ask: "unfit ask",
  "weak ask": "unfit ask",
  goes: "unfit",
  stops: "unfit stops",
  fits: "unfit"
}
/** The same, but a denial or a question is only seen as an object that stands by itself. */
const halfSeen = { ...seen, deny: "unfit", ask: "unfit", "weak ask": "unfit" }
/** It is another JSON value. */
const lost = { ...halfSeen, stops: "unfit" }

/** Rule: CUR-40, CUR-61 */
export const wraps: ReadonlyArray<Wrap> = [
  { wrap: "a byte-order mark before it", put: (text) => `\ufeff${text}`, becomes: same },
  { wrap: "two byte-order marks before it", put: (text) => `\ufeff\ufeff${text}`, becomes: same },
  { wrap: "blanks around it", put: (text) => `\n \t${text}\r\n\n`, becomes: same },
  { wrap: "many lines", put: (text) => JSON.stringify(JSON.parse(text), null, 2), becomes: same },
  { wrap: "noise before it", put: (text) => `loading profile\n${text}`, becomes: seen },
  { wrap: "noise behind it", put: (text) => `${text}\nbye`, becomes: seen },
  { wrap: "noise around it", put: (text) => `a }\n${text}\r\n{ b`, becomes: seen },
  {
    wrap: "noise around many lines",
    put: (text) => `a\n${JSON.stringify(JSON.parse(text), null, 2)}\nb`,
    becomes: seen
  },
  { wrap: "an empty object behind it", put: (text) => `${text}\n{}`, becomes: seen },
  {
    wrap: "a consent behind it",
    put: (text) => `${text}\n{"permission":"allow","continue":true}`,
    becomes: seen
  },
  {
    wrap: "a consent before it",
    put: (text) => `{"permission":"allow","continue":true}\n${text}`,
    becomes: seen
  },
  { wrap: "bytes behind it that are not UTF-8", put: (text) => withBytes(`${text}\n`, [0xff, 0xfe]), becomes: seen },
  { wrap: "NUL bytes behind it", put: (text) => `${text}\0\0`, becomes: seen },
  { wrap: "a value glued to it", put: (text) => `${text}{}`, becomes: halfSeen },
  { wrap: "a comment behind it", put: (text) => `${text} // done`, becomes: halfSeen },
  { wrap: "no closing brace", put: (text) => text.slice(0, -1), becomes: halfSeen },
  { wrap: "a list around it", put: (text) => `[${text}]`, becomes: lost },
  { wrap: "quotes around it", put: (text) => JSON.stringify(text), becomes: lost }
]

/** What the wraps are put around, with the cells that hold before. */
export const wrapped = {
  permission: [
    { text: '{"permission":"allow"}', cells: { permission: "allow" } },
    { text: '{"permission":"deny"}', cells: { permission: "deny" } },
    { text: '{"permission":"deny","agent_message":"no"}', cells: { shell: "deny", tool: "deny" } },
    { text: '{"permission":"ask"}', cells: { shell: "ask", tool: "weak ask" } }
  ],
  prompt: [
    { text: '{"continue":true}', cells: { prompt: "goes" } },
    { text: '{"continue":false}', cells: { prompt: "stops" } },
    { text: '{"continue":false,"user_message":"m"}', cells: { prompt: "stops" } }
  ],
  quiet: [{ text: '{"note":1}', cells: { quiet: "fits" } }]
} as const
