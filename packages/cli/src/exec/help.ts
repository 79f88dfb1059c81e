import { flagLines } from "../words/readWords.ts"
import { execFlags } from "./parseCall.ts"

/** The text of `pawl exec --help`. Rule: CLI-3 */
export const execHelp = `Usage: pawl exec [flags] -- CMD…
       pawl exec [flags] -c STRING

Runs a command only if the hooks for it agree.

${flagLines(execFlags)}

Example:
  pawl exec --trust-project -- git push --force
  pawl exec --hooks guard/hooks.json -c 'make build && make deploy'

Behind -- stand the words of one command, which is run without a shell; -c takes a line
that /bin/sh runs. The command keeps stdin and stdout; what pawl has to say is on stderr.

The hooks in .cursor/hooks.json are asked, from the root of the repository down to
where you stand; user, team and enterprise files are not searched yet. Hooks of the
project run only with --trust-project, or when you say yes at the terminal.

Exit code: the command's own; 126 denied, 127 no such command, 125 Pawl failed or
the words of the call are off. A signal that ends the command ends pawl as well.
`
