import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { keepFirst, keepLast, tailText } from "../src/OutputCapture.ts"

const chunks = Arbitrary.array(Arbitrary.schema(Schema.Uint8Array), { maxLength: 8 })
const limit = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 })))

describe("what is kept of an output", () => {
  it.prop("the first bytes, however they were split over reads (RUN-14)", [chunks, limit], ([parts, bytes]) => {
    const capture = keepFirst(bytes)
    for (const part of parts) capture.push(part)
    const whole = Buffer.concat(parts)
    assert.deepStrictEqual(capture.bytes(), whole.subarray(0, bytes))
    assert.strictEqual(capture.truncated(), whole.length > bytes)
  })

  it.prop("the last bytes, however they were split over reads (RUN-15)", [chunks, limit], ([parts, bytes]) => {
    const capture = keepLast(bytes)
    for (const part of parts) capture.push(part)
    const whole = Buffer.concat(parts)
    assert.deepStrictEqual(capture.bytes(), whole.subarray(Math.max(0, whole.length - bytes)))
    assert.strictEqual(capture.truncated(), whole.length > bytes)
  })

  it("does not share the buffer that was read into (RUN-14)", () => {
    const buffer = Buffer.from("one")
    const captures = [keepFirst(10), keepLast(10), keepLast(2)]
    for (const capture of captures) capture.push(buffer)
    buffer.fill("x")
    assert.deepStrictEqual(
      captures.map((capture) => capture.bytes().toString()),
      ["one", "one", "ne"]
    )
  })

  it("a character that the cut has split is left out, one that reads have split is whole (RUN-15)", () => {
    const cut = keepLast(5)
    cut.push(Buffer.from("aß日b"))
    assert.strictEqual(tailText(cut), "日b")
    const split = keepLast(100)
    for (const byte of Buffer.from("日")) split.push(Uint8Array.of(byte))
    assert.strictEqual(tailText(split), "日")
  })
})
