import { assert, it } from "@effect/vitest"
import { anyFloor, type Floors, type HostDecision, readFloors } from "@pawl/permission"
import { asks, noOpinion } from "./support.ts"

const wouldAsk: HostDecision = { _tag: "RequireConfirmation" }

it("a floor stands when any of the four facts does (PERM-2)", () => {
  assert.isFalse(anyFloor({}))
  assert.isFalse(anyFloor({ alwaysAskSetting: false }))
  assert.isTrue(anyFloor({ alwaysAskSetting: false, protectedWritePath: true }))
})

it("floors are read only where a hook gave a verdict on what the host would not run by itself (PERM-3)", () => {
  let reads = 0
  const read = (): Floors => {
    reads++
    return { commandDenylistHit: true }
  }
  assert.isUndefined(readFloors(noOpinion, wouldAsk, read))
  assert.isUndefined(readFloors(asks("really?"), { _tag: "Execute" }, read))
  assert.strictEqual(reads, 0)
  assert.deepStrictEqual(readFloors(asks("really?"), wouldAsk, read), { commandDenylistHit: true })
})
