const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

const quote = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/**
 * The text that hooks judge for a command given in words: joined by blanks, each word quoted for a POSIX shell only
 * where it holds anything that such a shell could read otherwise. A shell reads the words back from it. Rule: CLI-10
 *
 * @example
 * ```ts
 * judgedText(["git", "commit", "-m", "it's done"]) // "git commit -m 'it'\\''s done'"
 * ```
 */
export const judgedText = (words: ReadonlyArray<string>): string => words.map(quote).join(" ")
