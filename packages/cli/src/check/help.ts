import { flagLines } from "../words/readWords.ts"
import { checkFlags } from "./parseCall.ts"

/** The text of `pawl check --help`. Rule: CLI-3 */
export const checkHelp = `Usage: pawl check [flags] [FILE…]

Reads hooks files and says what is wrong with them, where, and what to write instead.
Starts nothing. Without a FILE it looks where \`pawl exec\` looks: at .cursor/hooks.json,
from the root of the repository down to where you stand.

${flagLines(checkFlags)}

Example:
  pawl check .cursor/hooks.json

Exit code: 0 when there is no error, 1 when there is one, 2 when the words of the
call are off, 125 when Pawl failed.
`
