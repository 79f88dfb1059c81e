import type { Diagnostic, Severity } from "@pawl/core"

interface Row {
  readonly severity: Severity
  /** What happened, as a whole sentence; `{name}` stands for a fact. The file is told beside it. */
  readonly sentence: string
  /** What to do about it. */
  readonly advice: string
}

/**
 * Everything that can be found out about a hooks file before anybody looks at what it says: code, severity, sentence
 * and advice, in one table. Rule: SRC-1
 */
export const sourceFindings = {
  "sources/missing": {
    severity: "error",
    sentence: "There is no file at this path.",
    advice: "Check the path; a relative one starts at the folder that the call was made in."
  },
  "sources/dangling-link": {
    severity: "error",
    sentence: "This is a symbolic link to something that does not exist.",
    advice: "Put the file back that it leads to, or remove the link."
  },
  "sources/link-loop": {
    severity: "error",
    sentence: "The symbolic links on this path lead back to themselves.",
    advice: "Replace one of the links by the file or folder that it should lead to."
  },
  "sources/is-directory": {
    severity: "error",
    sentence: "This is a directory, not a file.",
    advice: "Name the hooks file itself."
  },
  "sources/is-fifo": {
    severity: "error",
    sentence: "This is a FIFO, not a regular file.",
    advice:
      "Write the hooks into a file; what comes through a pipe cannot be read again to see that it is still the same."
  },
  "sources/is-socket": {
    severity: "error",
    sentence: "This is a socket, not a regular file.",
    advice: "Write the hooks into a file."
  },
  "sources/is-device": {
    severity: "error",
    sentence: "This is a device, not a regular file.",
    advice: "Write the hooks into a file."
  },
  "sources/not-regular": {
    severity: "error",
    sentence: "This is not a regular file.",
    advice: "Write the hooks into a file."
  },
  "sources/too-large": {
    severity: "error",
    sentence: "This file is larger than {limit} bytes, the most that a hooks file may have.",
    advice: "Move long commands into scripts that the hooks name."
  },
  "sources/permission-denied": {
    severity: "error",
    sentence: "This file may not be read by the user that Pawl runs as.",
    advice: "Give that user the right to read the file and to search the folders above it."
  },
  "sources/read-failed": {
    severity: "error",
    sentence: "This file could not be read: {why}.",
    advice: "See that the file can be read with other programs; the disk or the network may be the cause."
  },
  "sources/foreign-owner": {
    severity: "error",
    sentence: "This file belongs to user {owner}, who is neither you (user {user}) nor root.",
    advice: "Look at what it says, then make it yours with chown, or copy it."
  },
  "sources/foreign-owner-as-root": {
    severity: "warning",
    sentence: "This file belongs to user {owner}, and its hooks will run as root.",
    advice: "Run Pawl as that user, or give the file to root."
  },
  "sources/world-writable": {
    severity: "error",
    sentence: "Everybody may write to this file (mode {mode}).",
    advice: "Look at what it says, then take the right away: chmod o-w."
  },
  "sources/group-writable": {
    severity: "warning",
    sentence: "Everybody in the file's group may write to it (mode {mode}).",
    advice: "Take the right away if the group is not only you: chmod g-w."
  },
  "sources/not-utf8": {
    severity: "error",
    sentence: "This file is not UTF-8: the byte at offset {offset} does not fit.",
    advice: "Save the file as UTF-8."
  },
  "sources/utf16": {
    severity: "error",
    sentence: "This file is UTF-16, not UTF-8.",
    advice: "Save the file as UTF-8."
  },
  "sources/leads-outside": {
    severity: "error",
    sentence: "This hooks file of a project is a link to {target}, which is outside of {root}.",
    advice: "Put the file itself into the project, or name the other file yourself (--hooks)."
  },
  "sources/below-root": {
    severity: "hint",
    sentence: "This hooks file is not at the root of its repository, {root}.",
    advice: "Pawl asks its hooks at and below its folder; other programs may read the root's file only."
  },
  "sources/not-a-repository": {
    severity: "hint",
    sentence: "This is not a git repository, so the search for the root of the repository went on above it.",
    advice:
      "Remove it, or make it a repository with git init; until then the hooks of the folders above count here too."
  },
  "sources/folder-unreadable": {
    severity: "error",
    sentence: "This folder could not be searched for hooks: {why}.",
    advice: "Go to a folder that exists and that the user that Pawl runs as may search."
  },
  "sources/not-looked-for": {
    severity: "error",
    sentence: "This hooks file could not be looked for again: {found}.",
    advice: "Look what has moved or removed that folder, or who has changed its rights."
  },
  "sources/unknown-format": {
    severity: "error",
    sentence: "This hooks file is in the format {format}, which nobody here can read: its hooks are not asked.",
    advice: "Name a format that is known, or leave its name out."
  },
  "sources/changed": {
    severity: "error",
    sentence: "This hooks file is not what it was when the hooks were loaded.",
    advice: "Try again when nothing changes it any more."
  },
  "sources/removed": {
    severity: "error",
    sentence: "This hooks file was there when the hooks were loaded and is gone.",
    advice: "Put the file back, or try again without it."
  },
  "sources/appeared": {
    severity: "error",
    sentence: "This hooks file was not there when the hooks were loaded.",
    advice: "Try again, so that its hooks are asked too."
  }
} as const satisfies Readonly<Record<string, Row>>

/** The code of a finding about a hooks file. Rule: SRC-1 */
export type SourceFindingCode = keyof typeof sourceFindings

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type FactsOf<Code extends SourceFindingCode> = Holes<(typeof sourceFindings)[Code]["sentence"]>

/** A finding about a file; its sentence says which facts it needs. Rule: SRC-1 */
export const sourceFinding = <Code extends SourceFindingCode>(
  code: Code,
  file: string,
  ...[facts]: [FactsOf<Code>] extends [never] ? [] : [facts: Readonly<Record<FactsOf<Code>, string>>]
): Diagnostic => {
  const { severity, sentence, advice }: Row = sourceFindings[code]
  const known: Readonly<Record<string, string>> = facts ?? {}
  return {
    code,
    severity,
    message: sentence.replace(/\{(\w+)\}/gu, (hole, name: string) => known[name] ?? hole),
    hint: advice,
    file
  }
}
