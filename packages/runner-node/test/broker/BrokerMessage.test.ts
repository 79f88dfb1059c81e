import { assert, describe, it } from "@effect/vitest"
import { brokerSaid, frameOf, hostSaid } from "../../src/broker/BrokerMessage.ts"

describe("messages", () => {
  it("are read by the side that they are for only (RUN-52)", () => {
    const started = frameOf(3, { _tag: "Started", pid: 7, start: 9 })
    assert.deepStrictEqual(brokerSaid(started), { _tag: "Started", pid: 7, start: 9 })
    assert.isUndefined(hostSaid(started))
    const cancel = frameOf(3, { _tag: "Cancel" })
    assert.deepStrictEqual(hostSaid(cancel), { _tag: "Cancel" })
    assert.isUndefined(brokerSaid(cancel))
  })

  it("that do not hold what their type asks for are none (RUN-52)", () => {
    const good = frameOf(3, { _tag: "Gone", left: [1] })
    assert.deepStrictEqual(brokerSaid(good), { _tag: "Gone", left: [1] })
    for (const json of ["", "null", "[", "[]", "7", '{"left":"1"}', "{}", '{"left":[1.5]}', '{"left":[null]}']) {
      assert.isUndefined(brokerSaid({ ...good, json }), json)
    }
    for (const type of [0, 99, 255]) assert.isUndefined(brokerSaid({ ...good, type }))
  })

  it("cannot claim another type by what their JSON says (RUN-52)", () => {
    const here = frameOf(0, { _tag: "Here" })
    assert.deepStrictEqual(brokerSaid({ ...here, json: '{"_tag":"Gone","left":[]}' }), { _tag: "Here" })
  })
})
