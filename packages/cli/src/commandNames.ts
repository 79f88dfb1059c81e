/** The commands that there are. Rule: CLI-2 */
export const commandNames = ["exec", "check", "fire", "demo"] as const
export type CommandName = (typeof commandNames)[number]
