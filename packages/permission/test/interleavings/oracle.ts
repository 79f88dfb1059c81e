import { isHeadless } from "@pawl/core"
import type { Entry, EntryOf, Versions } from "./Log.ts"
import type { Played } from "./play.ts"
import { type ActionPlan, type Ask, type FileName, type Hook, type Input, sideRoot, type World } from "./World.ts"

const isSame = (a: Input, b: Input): boolean => a.command === b.command && a.cwd === b.cwd

/** Two versions without a hook hold the same bytes; a file that is not there holds none. */
const contents = (world: World, file: FileName, version: number): number | string =>
  file === "side" && version === 0 ? "absent" : world.versions[file][version]?.length === 0 ? "empty" : version

/** Whether two sets of files hold the same bytes for whatever runs in a folder. */
const isSameFor = (world: World, cwd: string, a: Versions, b: Versions): boolean =>
  (["main", "side"] as const).every(
    (file) => (file === "side" && cwd !== sideRoot) || contents(world, file, a[file]) === contents(world, file, b[file])
  )

/** The hooks of a set of files that an input concerns, in order. */
const hooksFor = (world: World, files: Versions, { command, cwd }: Input): ReadonlyArray<Hook> =>
  [
    ...(world.versions.main[files.main] ?? []),
    ...(cwd === sideRoot ? (world.versions.side[files.side] ?? []) : [])
  ].filter(({ match }) => match === undefined || command.includes(match))

interface At {
  readonly entry: Entry
  readonly index: number
}

/** What has happened around one ask, in order. */
type Of = ReadonlyArray<At>

const byAsk = (log: ReadonlyArray<Entry>): ReadonlyMap<string, Of> => {
  const all = new Map<string, Array<At>>()
  for (const [index, entry] of log.entries()) {
    if (entry._tag === "Happened") continue
    const of = all.get(entry.ask)
    if (of === undefined) all.set(entry.ask, [{ entry, index }])
    else of.push({ entry, index })
  }
  return all
}

const only = <T extends Entry["_tag"]>(entries: Of, tag: T): ReadonlyArray<EntryOf<T>> =>
  // The tag is the proof that a filter by it cannot give to the compiler.
  entries.flatMap(({ entry }) => (entry._tag === tag ? [entry as EntryOf<T>] : []))

/** Whether nothing that an input is judged by was other than in the beginning, from one entry to another. */
const isQuiet = (world: World, log: ReadonlyArray<Entry>, from: number, to: number, cwd: string): boolean => {
  const first = log[from]
  if (first === undefined) return false
  return log
    .slice(from, to + 1)
    .every(
      ({ disk, loaded, strict }) =>
        strict === first.strict && isSameFor(world, cwd, first.disk, disk) && isSameFor(world, cwd, first.disk, loaded)
    )
}

/** Everything that is wrong with an action having been run, by what hooks, host and disk say of it. */
const wronglyRun = (
  world: World,
  plan: ActionPlan,
  ask: Ask,
  log: ReadonlyArray<Entry>,
  entries: Of
): ReadonlyArray<string> => {
  const [ran, ...more] = entries.filter(({ entry }) => entry._tag === "Ran")
  if (ran === undefined || ran.entry._tag !== "Ran") return []
  const wrong: Array<string> = more.length === 0 ? [] : ["it was run twice"]
  const { disk, input } = ran.entry
  const asked = only(entries, "HookAsked")
  const decided = only(entries, "HostDecided")

  if (input.cwd !== ask.input.cwd) wrong.push("it was run in another folder")
  for (const { name } of hooksFor(world, disk, input)) {
    if (!asked.some((one) => one.hook === name && isSame(one.input, input)))
      wrong.push(`${name} was not asked about it`)
    const answer = world.answer(name, input)
    if (answer._tag === "Replaces" && answer.command !== input.command) wrong.push(`${name} would replace it`)
  }
  if (!decided.some((one) => isSame(one.input, input))) wrong.push("the host did not decide about it")
  const isReplaced = !isSame(input, ask.input)
  const replacing = asked.map(({ hook, input: about }) => world.answer(hook, about))
  if (isReplaced && !replacing.some((one) => one._tag === "Replaces" && one.command === input.command)) {
    wrong.push("nobody had replaced the input by this one")
  }

  let asks = false
  for (const { hook, input: about, strict } of asked) {
    const { _tag } = world.answer(hook, about)
    if (_tag === "Deny") wrong.push(`${hook} denied`)
    if (_tag === "Fails" && strict) wrong.push(`${hook} failed under the strict policy`)
    if (_tag === "Ask" && isHeadless(plan.surface)) wrong.push(`${hook} asked where nobody is`)
    asks ||= _tag === "Ask"
  }
  for (const { input: about } of decided) {
    const said = world.hostSays(about)
    if (said === "Deny") wrong.push("the host denied")
    asks ||= said === "RequireConfirmation"
  }
  if (!asks) return wrong

  const from = entries[0]?.index ?? 0
  const isApproved =
    ask.approved &&
    !isHeadless(plan.surface) &&
    [...asked, ...decided].every((one) => isSame(one.input, input)) &&
    log.slice(from, ran.index).every(({ loaded }) => isSameFor(world, input.cwd, loaded, disk))
  if (isApproved) return wrong
  const lastPut = entries.findLast(({ entry }) => entry._tag === "QuestionPut")
  const after = entries.filter(({ index }) => lastPut !== undefined && index > lastPut.index)
  const [answered] = only(after, "QuestionAnswered")
  const isConfirmed =
    lastPut !== undefined &&
    answered?.yes === true &&
    isSame(answered.input, input) &&
    isSameFor(world, input.cwd, lastPut.entry.disk, disk) &&
    isSameFor(world, input.cwd, answered.disk, disk) &&
    !after.some(({ entry }) => entry._tag === "HookAsked" || entry._tag === "HostDecided")
  if (!isConfirmed) wrong.push("nobody confirmed exactly this, under what judges it now")
  return wrong
}

/** What an ask comes to that nothing has disturbed: the input that is run, or none; and whether it takes a yes. */
const undisturbed = (world: World, plan: ActionPlan, ask: Ask, files: Versions, strict: boolean) => {
  const attended = !isHeadless(plan.surface)
  let { input } = ask
  let takesYes = false
  for (let restarts = 0; restarts <= 3; restarts++) {
    const isApproved = restarts === 0 && ask.approved && attended
    const answers = hooksFor(world, files, input).map(({ name }) => world.answer(name, input))
    const host = world.hostSays(input)
    const asks = answers.some(({ _tag }) => _tag === "Ask")
    const denied = answers.some(({ _tag }) => _tag === "Deny" || (_tag === "Fails" && strict))
    if (denied || host === "Deny" || (asks && !attended)) return undefined
    const isQuestion = asks || host === "RequireConfirmation"
    const { command } = input
    const replaced = answers.find((one) => one._tag === "Replaces" && one.command !== command)
    takesYes ||= isQuestion && (!isApproved || replaced !== undefined)
    if (replaced?._tag !== "Replaces") return { input, takesYes }
    input = { ...input, command: replaced.command }
  }
  return undefined
}

/** Everything that is wrong with the decision of an ask that nothing has disturbed: not only what is too loose. */
const wronglyDecided = (
  world: World,
  plan: ActionPlan,
  ask: Ask,
  log: ReadonlyArray<Entry>,
  entries: Of
): ReadonlyArray<string> => {
  const [first] = entries
  const last = entries.find(({ entry }) => entry._tag === "Decided")
  if (first === undefined || last === undefined) return []
  if (!isQuiet(world, log, first.index, last.index, ask.input.cwd)) return []
  const expected = undisturbed(world, plan, ask, first.entry.disk, first.entry.strict)
  const [ran] = only(entries, "Ran")
  const yes = only(entries, "QuestionAnswered").some((one) => one.yes)
  const runs = expected !== undefined && (!expected.takesYes || yes) ? expected.input : undefined
  if (runs === undefined) return ran === undefined ? [] : ["it was run although it must be denied"]
  if (ran === undefined) return ["it was denied although nothing speaks against it"]
  return isSame(ran.input, runs) ? [] : ["something else was run"]
}

/** Everything that is wrong with what has come of an interleaving; each with the ask that it is about. */
export const wrongs = (world: World, { exits, fibers, log, runner }: Played): ReadonlyArray<string> => {
  const ended = [...runner.finished, ...runner.interrupted, ...runner.died].toSorted().join()
  const all = byAsk(log)
  const of = ({ id }: Ask): Of => all.get(id) ?? []
  return [
    ...exits.flatMap((exit, index) => (exit === "Success" ? [] : [`action ${index}: ${exit}`])),
    ...(fibers === 0 ? [] : [`${fibers} fibers are left`]),
    ...(runner.running === 0 && ended === runner.started.toSorted().join() ? [] : ["hooks are left running"]),
    ...world.actions.flatMap(({ asks }, index) =>
      asks.flatMap((ask) => only(of(ask), "Ran")).length > 1 ? [`action ${index} was run more than once`] : []
    ),
    ...world.actions.flatMap((plan) =>
      plan.asks.flatMap((ask) =>
        [
          ...wronglyRun(world, plan, ask, log, of(ask)),
          ...wronglyDecided(world, plan, ask, log, of(ask)),
          ...(only(of(ask), "HostDecided").length > 4 ? ["it was judged more than four times"] : [])
        ].map((what) => `${ask.id}: ${what}`)
      )
    )
  ]
}
