import { assert, describe, it } from "@effect/vitest"
import {
  coreBoundaryTable,
  describeBoundary,
  everythingProfile,
  execProfile,
  type HostProfile,
  isHeadless,
  MergedEffects,
  type RunPolicy,
  referenceProfile,
  Surface,
  supportOf
} from "@pawl/core"
import { type ComposeInput, compose, type Floors, HostDecision, strictness } from "@pawl/permission"
import * as Arbitrary from "effect/Arbitrary"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { allows, asks, defers, denies, halts, noOpinion, rewrites } from "./support.ts"

const verdicts: ReadonlyArray<readonly [string, MergedEffects]> = [
  ["no opinion", noOpinion],
  ["allow", allows],
  ["ask", asks("really?")],
  ["deny", denies("no")],
  ["defer", defers],
  ["rewrite", rewrites],
  ["halt", halts("enough")],
  ["ask and rewrite", { ...asks("really?"), replacementInput: { binding: "b", value: 1 } }],
  ["allow and defer", { ...allows, deferrals: ["b"] }]
]
const hostDecisions: ReadonlyArray<HostDecision> = [
  { _tag: "Execute" },
  { _tag: "RequireConfirmation" },
  { _tag: "Deny", reason: "not in this mode" }
]
const policies: ReadonlyArray<RunPolicy> = [true, false].flatMap((strict) => [
  { strict, headlessAsk: "deny" },
  { strict, headlessAsk: "fail-run" }
])
const everyFloor: ReadonlyArray<Floors> = Array.from({ length: 16 }, (_, bits) => ({
  commandDenylistHit: (bits & 1) !== 0,
  protectedWritePath: (bits & 2) !== 0,
  mcpServerDenylisted: (bits & 4) !== 0,
  alwaysAskSetting: (bits & 8) !== 0
}))
const profiles: ReadonlyArray<HostProfile> = [referenceProfile, execProfile, everythingProfile]
/** Each gate, and the two verdict moments that hosts differ about most. */
const boundaries = ["tool.pre", "file.exposure", "prompt.submit", "turn.stop", "tool.result"].map((id) =>
  describeBoundary(coreBoundaryTable, id)
)

interface Cell {
  readonly name: string
  readonly cell: ComposeInput
}

const oneFloor = everyFloor.slice(-1)

const cells = function* (floorsOfCells: ReadonlyArray<Floors>): Generator<Cell> {
  for (const boundary of boundaries)
    for (const [verdict, merged] of verdicts)
      for (const hostDecision of hostDecisions)
        for (const surface of Surface.literals)
          for (const policy of policies)
            for (const approved of [true, false])
              for (const profile of profiles)
                for (const floors of floorsOfCells) {
                  const honoursRewrite = supportOf(profile, boundary.id).honours.includes("replacement-input")
                  yield {
                    name: [boundary.id, verdict, hostDecision._tag, surface, JSON.stringify(policy), approved].join(
                      " / "
                    ),
                    cell: { boundary, merged, hostDecision, surface, policy, approved, honoursRewrite, floors }
                  }
                }
}

/** What the host alone would come to, written down apart from the code under test. */
const hostAlone = ({ boundary, hostDecision, surface, approved }: ComposeInput): number => {
  if (boundary.gate === "none" || boundary.gate === "continuation") return 0
  const asksInVain = hostDecision._tag === "RequireConfirmation" && !(approved && !isHeadless(surface))
  if (hostDecision._tag === "Deny") return 2
  if (!asksInVain) return 0
  return boundary.gate === "halt" ? 2 : 1
}

describe("the ratchet, over every combination (PERM-6)", () => {
  it("never comes to less than the host alone, and to exactly that without a hook's opinion", () => {
    let seen = 0
    for (const { name, cell } of cells(everyFloor)) {
      seen++
      const decided = strictness(compose(cell))
      if (decided < hostAlone(cell)) assert.fail(`looser than the host: ${name}`)
      if (cell.merged === noOpinion && decided !== hostAlone(cell)) assert.fail(`stricter without a reason: ${name}`)
    }
    assert.strictEqual(seen, 5 * 9 * 3 * 5 * 4 * 2 * 3 * 16)
  })

  it("takes an allow as no opinion (PERM-10)", () => {
    for (const { name, cell } of cells(oneFloor)) {
      if (cell.merged !== allows) continue
      assert.deepStrictEqual(compose(cell), compose({ ...cell, merged: noOpinion }), name)
    }
  })

  it("comes to the same whatever floors stand (PERM-2)", () => {
    for (const { name, cell } of cells(everyFloor)) {
      const { floors: _, ...bare } = cell
      if (!Equal.equals(compose(cell), compose(bare))) assert.fail(name)
    }
  })

  it("is never loosened by the strict policy, nor by a headless surface", () => {
    for (const { name, cell } of cells(oneFloor)) {
      if (cell.policy.strict || isHeadless(cell.surface)) continue
      const relaxed = strictness(compose(cell))
      const strict = strictness(compose({ ...cell, policy: { ...cell.policy, strict: true } }))
      const alone = strictness(compose({ ...cell, surface: "fleet-run" }))
      if (strict < relaxed || alone < relaxed) assert.fail(name)
    }
  })

  it("counts a question of Pawl's own like a hook's, beside whatever else is said (PERM-25)", () => {
    for (const { name, cell } of cells(oneFloor)) {
      const own = strictness(
        compose({ ...cell, question: { text: "sure?", author: "engine", cause: "configuration" } })
      )
      const asked = strictness(compose({ ...cell, merged: { ...noOpinion, verdict: asks("sure?").verdict } }))
      if (own !== Math.max(strictness(compose(cell)), asked)) assert.fail(name)
    }
  })

  it("has the reason of whoever is stricter", () => {
    for (const { name, cell } of cells(oneFloor)) {
      // On a prompt a host's denial and a hook's question both hold it, and the denial's reason is kept.
      if (cell.boundary.gate !== "verdict") continue
      const decision = compose(cell)
      if (!("reason" in decision)) continue
      const hooks = strictness(compose({ ...cell, hostDecision: { _tag: "Execute" } }))
      const author = hooks >= strictness(decision) ? "not the host" : "the host"
      const written = decision.reason.author === "host" ? "the host" : "not the host"
      assert.strictEqual(written, author, name)
    }
  })
})

const generated = Arbitrary.all({
  merged: Arbitrary.schema(MergedEffects),
  hostDecision: Arbitrary.schema(HostDecision),
  surface: Arbitrary.schema(Surface),
  strict: Arbitrary.schema(Schema.Boolean),
  approved: Arbitrary.schema(Schema.Boolean),
  honoursRewrite: Arbitrary.schema(Schema.Boolean),
  boundary: Arbitrary.schema(Schema.Literals(["tool.pre", "file.exposure", "prompt.submit", "tool.result"]))
})

describe("the ratchet, over generated answers (PERM-6)", () => {
  it.prop("holds for any merged effects", [generated], ([{ strict, boundary, ...rest }]) => {
    const descriptor = coreBoundaryTable.get(boundary)
    assert.isDefined(descriptor)
    const cell: ComposeInput = { ...rest, boundary: descriptor, policy: { strict, headlessAsk: "deny" } }
    const decision = compose(cell)
    assert.isAtLeast(strictness(decision), hostAlone(cell))
    if (cell.merged.verdict._tag === "Deny" && descriptor.gate !== "none") assert.strictEqual(strictness(decision), 2)
    if ("reason" in decision) assert.isNotEmpty(decision.reason.text.trim())
  })
})
