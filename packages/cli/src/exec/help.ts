import { flagLines } from "../words/readWords.ts"
import { execFlags } from "./parseCall.ts"

/** The text of `pawl exec --help`. Rule: CLI-3 */
export const execHelp = `Usage: pawl exec [flags] [-c STRING] [-- CMD…]

Runs a command only if the hooks for it agree.

${flagLines(execFlags)}

Example:
  pawl exec --hooks guard/hooks.json -- git push --force

The hooks in .cursor/hooks.json are asked, from the root of the repository down to
where you stand; user, team and enterprise files are not searched yet. Hooks of the
project run only with --trust-project, or when you say yes at the terminal.

Exit code: the command's own; 126 denied, 127 no such command, 125 Pawl failed or
the words of the call are off. A signal that ends the command ends pawl as well.
`
