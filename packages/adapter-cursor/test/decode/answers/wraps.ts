/** What a sloppy script does to a whole output, and which answer becomes which by it. */
interface Wrap {
  readonly wrap: string
  readonly put: (text: string) => string | Uint8Array
  readonly becomes: { readonly [answer: string]: string }
}

const lines = (text: string): string => JSON.stringify(JSON.parse(text), null, 2)
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
/** Rule: CUR-40, CUR-61, CUR-114, CUR-115 */
export const wraps: ReadonlyArray<Wrap> = [
  { wrap: "a byte-order mark before it", put: (text) => `\ufeff${text}`, becomes: same },
  { wrap: "two byte-order marks before it", put: (text) => `\ufeff\ufeff${text}`, becomes: same },
  { wrap: "blanks around it", put: (text) => `\n \t${text}\r\n\n`, becomes: same },
  { wrap: "many lines", put: (text) => lines(text), becomes: same },
  { wrap: "noise before it", put: (text) => `loading profile\n${text}`, becomes: seen },
  { wrap: "noise behind it", put: (text) => `${text}\nbye`, becomes: seen },
  { wrap: "noise around it", put: (text) => `a }\n${text}\r\n{ b`, becomes: seen },
  {
    wrap: "noise around many lines",
    put: (text) => `a\n${lines(text)}\nb`,
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
  { wrap: "a value glued to it", put: (text) => `${text}{}`, becomes: seen },
  { wrap: "a comment behind it", put: (text) => `${text} // done`, becomes: seen },
  { wrap: "a word in front of it", put: (text) => `checked ${text}`, becomes: seen },
  { wrap: "words in front of many lines", put: (text) => `answer: ${lines(text)}`, becomes: seen },
  { wrap: "many lines twice", put: (text) => `${lines(text)}\n${lines(text)}`, becomes: seen },
  { wrap: "a semicolon behind it", put: (text) => `${text};`, becomes: seen },
  { wrap: "a call around it", put: (text) => `callback(${text})`, becomes: seen },
  { wrap: "the name of a field before it", put: (text) => `data: ${text}\n\n`, becomes: seen },
  { wrap: "colours around it", put: (text) => `\u001b[31m${text}\u001b[0m`, becomes: seen },
  { wrap: "a title that never ends before it", put: (text) => `\u001b]0;guard${text}`, becomes: seen },
  { wrap: "a non-breaking space before it", put: (text) => `\u00a0${text}`, becomes: seen },
  { wrap: "a form feed before it", put: (text) => `\f${text}`, becomes: seen },
  { wrap: "a comma before its brace", put: (text) => `${text.slice(0, -1)},}`, becomes: seen },
  { wrap: "a line end inside of a text", put: (text) => `${text.slice(0, -1)},"note":"a\nb"}`, becomes: seen },
  { wrap: "a text that was cut", put: (text) => `${text.slice(0, -1)},"note":"the secr`, becomes: seen },
  { wrap: "single quotes", put: (text) => text.replaceAll('"', "'"), becomes: seen },
  { wrap: "keys without quotes", put: (text) => text.replaceAll(/"(\w+)":/gu, " $1: "), becomes: seen },
  { wrap: "letters written as escapes", put: (text) => `x ${text.replaceAll("n", "\\u006e")}`, becomes: seen },
  { wrap: "UTF-16", put: (text) => Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le")), becomes: seen },
  {
    wrap: "UTF-16 the other way around",
    put: (text) => Uint8Array.from(Buffer.from(text, "utf16le").swap16()),
    becomes: seen
  },
  { wrap: "no closing brace", put: (text) => text.slice(0, -1), becomes: seen },
  { wrap: "a list around it", put: (text) => `[${text}]`, becomes: seen },
  { wrap: "quotes around it", put: (text) => JSON.stringify(text), becomes: seen }
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
