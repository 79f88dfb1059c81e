import { capText, type Diagnostic, type Place, type Severity } from "@pawl/core"

interface FindingFacts {
  readonly severity: Severity
  /** What it means, for documentation. */
  readonly meaning: string
  /**
   * Set on a fault of one definition: what it voids as the contract is written. In every tighter reading it voids its
   * own definition only.
   */
  readonly voidsAsWritten?: "file" | "definition"
}

/**
 * Every code that this adapter can report, in one table. An error voids something, a warning changes what runs or tells
 * of a run that went wrong, a hint is advice or a line for the log. Rule: CUR-6
 */
export const findings = {
  "cursor/not-json": { severity: "error", meaning: "The file cannot be read as JSON; nothing of it is used." },
  "cursor/root-not-object": { severity: "error", meaning: "The file holds no JSON object; nothing of it is used." },
  "cursor/hooks-not-object": { severity: "error", meaning: "`hooks` is no object; nothing of the file is used." },
  "cursor/wrong-version": { severity: "error", meaning: "`version` is not 1; nothing of the file is used." },
  "cursor/file-too-large": { severity: "error", meaning: "The file is larger than Pawl reads; nothing of it is used." },
  "cursor/too-many-definitions": {
    severity: "error",
    meaning: "The file holds more hooks than Pawl takes; nothing of it is used."
  },
  "cursor/command-too-long": {
    severity: "error",
    meaning: "A command is longer than Pawl takes; nothing of the file is used."
  },

  "cursor/file-voided": {
    severity: "error",
    meaning: "As the contract is written, a fault of one definition voids the whole file; nothing of it is used."
  },

  "cursor/event-not-array": {
    severity: "error",
    meaning: "An event does not hold a list of definitions.",
    voidsAsWritten: "file"
  },
  "cursor/definition-not-object": {
    severity: "error",
    meaning: "A definition is no object.",
    voidsAsWritten: "file"
  },
  "cursor/nested-group": {
    severity: "error",
    meaning: "A definition is a group in Claude's layout, which Cursor does not run.",
    voidsAsWritten: "file"
  },
  "cursor/missing-command": {
    severity: "error",
    meaning: "A definition has no command, or a blank one.",
    voidsAsWritten: "file"
  },
  "cursor/command-cannot-start": {
    severity: "error",
    meaning: "The command of a definition can never start: it is too long for one argument, or holds a NUL.",
    voidsAsWritten: "definition"
  },
  "cursor/command-not-text": {
    severity: "error",
    meaning: "The command of a definition is not one text.",
    voidsAsWritten: "file"
  },
  "cursor/field-not-text": {
    severity: "error",
    meaning: "`prompt` or `model` of a command hook is no text.",
    voidsAsWritten: "file"
  },
  "cursor/unknown-type": {
    severity: "error",
    meaning: "A definition is of a type that Cursor does not have.",
    voidsAsWritten: "file"
  },
  "cursor/bad-timeout": {
    severity: "error",
    meaning: "A timeout is not a positive number of seconds.",
    voidsAsWritten: "file"
  },
  "cursor/matcher-not-text": { severity: "error", meaning: "A matcher is not a text.", voidsAsWritten: "file" },
  "cursor/bad-fail-closed": {
    severity: "error",
    meaning: "`failClosed` is neither true nor false.",
    voidsAsWritten: "file"
  },
  "cursor/bad-loop-limit": {
    severity: "error",
    meaning: "`loop_limit` is neither null nor a whole number from 0 on.",
    voidsAsWritten: "file"
  },
  "cursor/prompt-hook": {
    severity: "warning",
    meaning: "A definition asks a model; Pawl runs commands only, and skips it.",
    voidsAsWritten: "definition"
  },
  "cursor/bad-matcher": {
    severity: "warning",
    meaning: "A matcher is no regular expression; its definition is skipped.",
    voidsAsWritten: "definition"
  },
  "cursor/matcher-needs-engine": {
    severity: "warning",
    meaning: "A matcher needs JavaScript's engine, which is not in use; its definition is skipped.",
    voidsAsWritten: "definition"
  },

  "cursor/guard-lost": {
    severity: "error",
    meaning: "Hooks that never run, because of the name or the place of their event, were to fail closed."
  },
  "cursor/guard-withheld": {
    severity: "warning",
    meaning: "A definition that says `failClosed` cannot be used; what it would judge is denied."
  },
  "cursor/unknown-event": { severity: "warning", meaning: "An event that Cursor does not have; its hooks never run." },
  "cursor/events-outside-hooks": { severity: "warning", meaning: "An event stands beside `hooks`; it is not read." },
  "cursor/unknown-field": { severity: "warning", meaning: "A definition has a field that Cursor does not have." },
  "cursor/timeout-ceiling": { severity: "warning", meaning: "A timeout is above the ceiling; the ceiling counts." },
  "cursor/matcher-without-target": {
    severity: "warning",
    meaning: "A matcher on an event that has nothing to match; it is dropped and the hook runs every time."
  },
  "cursor/matcher-misses-target": {
    severity: "warning",
    meaning: "A matcher is about something else than what its event is tested against; the hook will hardly ever run."
  },
  "cursor/matcher-taken-literally": {
    severity: "warning",
    meaning:
      "A matcher holds what other dialects read otherwise and JavaScript, which Cursor runs, takes for plain letters."
  },
  "cursor/loop-limit-unused": { severity: "warning", meaning: "`loop_limit` on an event that has no follow-ups." },
  "cursor/loop-limit-capped": { severity: "warning", meaning: "`loop_limit` is above the host's cap; the cap counts." },
  "cursor/repeated-event": { severity: "warning", meaning: "An event occurs twice; both lists are loaded." },
  "cursor/repeated-field": { severity: "warning", meaning: "A field occurs twice; the last one counts." },
  "cursor/never-fires": { severity: "warning", meaning: "The host does not report this event; the hook never runs." },
  "cursor/unknown-moment": {
    severity: "warning",
    meaning: "The host does not know the moment of this event; there is no hook for it."
  },
  "cursor/effect-not-honoured": {
    severity: "warning",
    meaning: "An answer that the event allows is one that the host cannot honour."
  },
  "cursor/matcher-names-no-tool": {
    severity: "hint",
    meaning: "A matcher names, beside others, a tool that Cursor never reports, and not the one that it does."
  },
  "cursor/matcher-not-javascript": {
    severity: "hint",
    meaning: "A matcher that RE2 can read and JavaScript, which Cursor runs, cannot."
  },
  "cursor/matcher-like-glob": {
    severity: "hint",
    meaning: "A matcher is written like a file glob; it is read as the regular expression that it is."
  },
  "cursor/timeout-looks-like-ms": {
    severity: "hint",
    meaning: "A timeout is so long that milliseconds may have been meant; Cursor counts seconds."
  },
  "cursor/matcher-bounded": {
    severity: "hint",
    meaning: "A matcher needs JavaScript's engine and is run under a time bound."
  },
  "cursor/unknown-key": { severity: "hint", meaning: "A key beside `version` and `hooks` that nothing reads." },
  "cursor/lenient-json": {
    severity: "hint",
    meaning: "Accepted although JSON does not allow it; Cursor may refuse it."
  },

  "cursor/hook-failed": { severity: "warning", meaning: "A hook did not end with an answer." },
  "cursor/no-answer": { severity: "warning", meaning: "A hook that decides something ended well and said nothing." },
  "cursor/malformed-answer": { severity: "warning", meaning: "An answer does not fit the event." },
  "cursor/older-spelling": { severity: "warning", meaning: "An answer uses a spelling that Cursor has given up." },
  "cursor/contradiction": { severity: "warning", meaning: "An answer says two things; the stricter one counts." },
  "cursor/renamed-input": {
    severity: "warning",
    meaning: "An answer asks for another input under a name that is not read; that denies."
  },
  "cursor/text-cut": { severity: "warning", meaning: "A message was longer than Pawl shows." },
  "cursor/matcher-unsure": {
    severity: "warning",
    meaning: "A matcher gave no answer within its bound, and the hook was not run."
  },
  "cursor/output-unread": { severity: "hint", meaning: "A hook wrote to stdout at an event that takes no answer." },
  "cursor/follow-up-dropped": {
    severity: "hint",
    meaning: "A hook asked for a follow-up with a `loop_limit` of 0, or after an end that none is taken after."
  },
  "cursor/undocumented-field": { severity: "hint", meaning: "An answer has a field without effect at this event." },
  "cursor/unread-field": {
    severity: "warning",
    meaning: "A denial or a question has its message under a key that nobody reads."
  },
  "cursor/message-dropped": { severity: "hint", meaning: "A message that this event does not show was dropped." },
  "cursor/ask-not-honoured": { severity: "hint", meaning: "`ask` counts as no opinion at this event." },
  "cursor/denied-without-message": {
    severity: "hint",
    meaning: "A hook denied with exit 2 and no message; its error output may say why."
  },
  "cursor/value-left-out": {
    severity: "warning",
    meaning: "A value of the payload cannot be written as JSON; the hook got null instead."
  },

  "cursor/script-missing": { severity: "error", meaning: "A command names a script that is not there." },
  "cursor/script-not-executable": { severity: "error", meaning: "A script that is run directly is not executable." },
  "cursor/unquoted-path": {
    severity: "hint",
    meaning: "A command names a path below a variable without quotes, which a blank in the variable would split."
  },
  "cursor/stream-by-name": {
    severity: "warning",
    meaning: "A script opens one of its streams by name, which fails where that is a socket."
  },
  "cursor/program-missing": { severity: "warning", meaning: "A program that a command starts is not on the PATH." }
} as const satisfies { readonly [code: `cursor/${string}`]: FindingFacts }

/** A code of {@link findings}. Rule: CUR-6 */
export type FindingCode = keyof typeof findings

/** The code of a fault of one definition. Rule: CUR-7 */
export type FaultCode = {
  [C in FindingCode]: (typeof findings)[C] extends { readonly voidsAsWritten: string } ? C : never
}[FindingCode]

interface Details {
  readonly message: string
  readonly hint?: string | undefined
  readonly place?: Place | undefined
  readonly file?: string | undefined
  readonly binding?: string | undefined
}

/** The most bytes of a message, of advice, and of the path of a value: what is quoted in them is cut where it is quoted. */
const mostBytes = { text: 8_192, at: 256 } as const

const capped = (text: string, bytes: number): string => {
  const { cut, text: begin } = capText(text, bytes)
  return cut ? `${begin}…` : text
}

const cappedPlace = (place: Place): Place =>
  place.at === undefined ? place : { ...place, at: capped(place.at, mostBytes.at) }

/** A finding with the severity of its code; details that are undefined are left out. Rule: CUR-6 */
export const finding = (code: FindingCode, { message, hint, place, file, binding }: Details): Diagnostic => ({
  code,
  severity: findings[code].severity,
  message: capped(message, mostBytes.text),
  ...(hint === undefined ? {} : { hint: capped(hint, mostBytes.text) }),
  ...(file === undefined ? {} : { file }),
  ...(place === undefined ? {} : { place: cappedPlace(place) }),
  ...(binding === undefined ? {} : { binding })
})
