import type { RunScenario, ScenarioProgram } from "./Scenario.ts"
import { denies, exited, run } from "./ScenarioRow.ts"

/** As careful scripts begin: the first thing that fails ends them, before they come to their answer. */
const bash = (body: string) => `bash -euo pipefail -c '${body}'`

type Words = Pick<RunScenario, "id" | "name" | "script">

const denial = (row: Words): RunScenario =>
  run({ ...row, ending: exited(2), stdout: "nothing", expected: denies, needs: ["bash"] })

/** A hook that writes what it has read: the payload is the answer. */
const echo = (row: Words, ...more: ReadonlyArray<ScenarioProgram>): RunScenario =>
  run({
    ...row,
    payload: "ANSWER_DENY",
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    endsWithin: "as fast as it reads",
    needs: ["bash", ...more]
  })

const outputs: ReadonlyArray<RunScenario> = [
  denial({
    id: "idiom-dev-stderr",
    name: "writes to /dev/stderr by name before it exits 2",
    script: bash("echo checking > /dev/stderr; exit 2")
  }),
  denial({
    id: "idiom-append-dev-stderr",
    name: "appends to /dev/stderr by name before it exits 2",
    script: bash("echo checking >> /dev/stderr; exit 2")
  }),
  denial({
    id: "idiom-fd-2",
    name: "writes to descriptor 2 before it exits 2",
    script: bash("echo checking >&2; exit 2")
  }),
  echo({
    id: "idiom-tee-dev-stderr",
    name: "passes its answer through tee /dev/stderr",
    script: bash("tee /dev/stderr")
  }),
  run({
    id: "idiom-dev-stdout",
    name: "writes its answer to /dev/stdout by name",
    script: `printf '%s' "$ANSWER_DENY" | ${bash("cat > /dev/stdout")}`,
    ending: exited(0),
    stdout: "ANSWER_DENY",
    expected: denies,
    needs: ["bash"]
  })
]

const inputs: ReadonlyArray<RunScenario> = [
  echo({
    id: "idiom-cat-dev-stdin",
    name: "reads /dev/stdin by name",
    script: bash("cat /dev/stdin")
  }),
  echo({
    id: "idiom-shell-dev-stdin",
    name: "takes its input into a variable from /dev/stdin",
    script: bash(`input=$(</dev/stdin); printf %s "$input"`)
  }),
  echo(
    {
      id: "idiom-node-dev-stdin",
      name: "reads /dev/stdin by name in Node",
      script: bash(`node -e "fs.writeSync(1, fs.readFileSync(\\"/dev/stdin\\"))" | cat`)
    },
    "node"
  ),
  echo(
    {
      id: "idiom-node-fd-0",
      name: "reads descriptor 0 in Node",
      script: bash(`node -e "fs.writeSync(1, fs.readFileSync(0))" | cat`)
    },
    "node"
  ),
  echo({ id: "idiom-jq", name: "reads its input with jq", script: bash("jq -cj . | cat") }, "jq"),
  echo(
    {
      id: "idiom-python",
      name: "reads its input with json.load in Python",
      script: bash(
        `python3 -c "import json, sys; json.dump(json.load(sys.stdin), sys.stdout, separators=(\\",\\", \\":\\"))" | cat`
      )
    },
    "python3"
  )
]

/** What scripts do with their streams, under the strictness that makes a failure of it lose a denial. Rule: RUN-31 */
export const idiomRows: ReadonlyArray<RunScenario> = [...outputs, ...inputs]
