import type { HookFormats } from "@pawl/core"
import { flagLines } from "../words/readWords.ts"
import { exampleLine } from "./findEvent.ts"
import { fireFlags } from "./parseCall.ts"

/** The text of `pawl fire --help`; the formats say which events there are. Rule: CLI-3 */
export const fireHelp = (formats: HookFormats["Service"]): string => `Usage: pawl fire EVENT [flags]

Makes one moment happen: runs the hooks that it concerns, really, and shows what each of
them did and what the answers come to. For people who write hooks. Nothing that the
moment is about is run: no command, no tool.

${flagLines(fireFlags)}

Example:
  echo '{"command":"git push"}' | pawl fire beforeShellExecution --trust-project --payload -
  pawl fire stop --hooks hooks.json --payload captured.json --json

A payload is the JSON that Cursor writes to a hook's stdin; a captured one is replayed.
What it lacks of the common fields is filled in from where you stand. All hooks of the
same moment are asked, as in a host: a shell command is beforeShellExecution as well as
preToolUse. A rewritten input is shown and not followed.

The hooks are found as pawl exec finds them. Those of the project run only with
--trust-project.

Events, each with a payload to begin with:
${[...formats.values()].flatMap(({ events }) => events.map((event) => `  ${exampleLine(event)}`)).join("\n")}

Exit code: 0 when nothing stands against the moment, 1 when the decision is confirm, deny
or halt, 2 when the words of the call or the payload are off, 125 when Pawl failed.
`
