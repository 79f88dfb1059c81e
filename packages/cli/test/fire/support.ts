import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { FireReport } from "pawl/fire/FireReport"
import { type Place, pawl, type Ran } from "../support/pawl.ts"
import { emptyProject, type Project } from "../support/project.ts"

/** Hooks by event, as somebody writes them. */
export type Hooks = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>

/** A repository with these hooks. */
export const projectWith = (hooks: Hooks) =>
  Effect.map(emptyProject, (project) => {
    project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks }))
    return project
  })

/** A hook that answers with some JSON. */
export const answering = (answer: object, more = "") => ({ command: `echo '${JSON.stringify(answer)}'${more}` })

/** Fires an event in a project, with a payload on standard input when there is one. */
export const fire = (
  project: Project,
  event: string,
  payload: object | string | undefined,
  words: ReadonlyArray<string> = ["--trust-project"],
  place: Place = {}
): Effect.Effect<Ran, Error> =>
  pawl(["fire", event, ...(payload === undefined ? [] : ["--payload", "-"]), ...words], {
    cwd: project.folder,
    ...(payload === undefined ? {} : { input: typeof payload === "string" ? payload : JSON.stringify(payload) }),
    ...place
  })

/** Decodes what was printed for programs, strictly: a key too many is a failure. */
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(FireReport), { onExcessProperty: "error" })
export const reportIn = (stdout: string) => Effect.orDie(decode(stdout))

/** The same, for programs: the report and the exit code. */
export const fireJson = Effect.fnUntraced(function* (
  ...[project, event, payload, words, place]: Parameters<typeof fire>
) {
  const ran = yield* fire(project, event, payload, [...(words ?? ["--trust-project"]), "--json"], place)
  const report = yield* reportIn(ran.stdout)
  return { report, code: ran.code, stderr: ran.stderr }
})

/** The decision of a moment and the exit code, for comparisons in one line. */
export const decided = Effect.fnUntraced(function* (...words: Parameters<typeof fire>) {
  const { code, report } = yield* fireJson(...words)
  const { cause, kind } = report.decision
  return [kind, cause, code] as const
})

export const push = { command: "git push --force" } as const
