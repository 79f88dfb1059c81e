import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { type Frame, frameHead, makeFrameReader } from "../../src/broker/Frame.ts"

const bytesOf = (frames: ReadonlyArray<Frame>): Buffer =>
  Buffer.concat(frames.flatMap((frame) => [frameHead(frame), frame.bytes]))

const readAll = (chunks: ReadonlyArray<Uint8Array>, mostBytes?: number) => {
  const frames: Array<Frame> = []
  const reader = makeFrameReader((frame) => frames.push(frame), mostBytes)
  const fits = chunks.map((chunk) => reader.push(chunk))
  return { frames, whole: fits.every((fit) => fit) }
}

const plain = (frame: Frame) => ({ ...frame, bytes: [...frame.bytes] })

const Frames = Schema.Array(
  Schema.Struct({
    id: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 })),
    type: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
    json: Schema.String,
    bytes: Schema.Uint8Array
  })
)

// A text that is no Unicode cannot be written as UTF-8; JSON escapes what is none.
const written = (frames: typeof Frames.Type) => frames.map((frame) => ({ ...frame, json: JSON.stringify(frame.json) }))

describe("frames between a host and its broker", () => {
  it.prop("come back as they were sent, in their order, read a byte at a time (RUN-52)", [Frames], ([drawn]) => {
    const frames = written(drawn)
    const single = [...bytesOf(frames)].map((byte) => Uint8Array.of(byte))
    const { frames: found, whole } = readAll(single)
    assert.isTrue(whole)
    assert.deepStrictEqual(found.map(plain), frames.map(plain))
  })

  it.prop("come back as they were sent, whatever two parts they are read in (RUN-52)", [Frames], ([drawn]) => {
    const frames = written(drawn.slice(0, 3))
    const bytes = bytesOf(frames)
    for (let at = 0; at <= bytes.length; at++) {
      const { frames: found } = readAll([bytes.subarray(0, at), bytes.subarray(at)])
      assert.deepStrictEqual(found.map(plain), frames.map(plain))
    }
  })

  it.prop(
    "are followed by nothing once there was garbage, and garbage fails nothing (RUN-52)",
    [Frames, Schema.Uint8Array],
    ([drawn, noise]) => {
      const frames = written(drawn)
      const tooLong = Buffer.from("ffffffff", "hex")
      const { frames: found, whole } = readAll([bytesOf(frames), tooLong, noise, bytesOf(frames)])
      assert.isFalse(whole)
      assert.deepStrictEqual(found.map(plain), frames.map(plain))
      readAll([noise])
    }
  )

  it("are none when they claim to be longer than they may, or shorter than they can (RUN-52)", () => {
    const frame: Frame = { id: 1, type: 2, json: "{}", bytes: new Uint8Array(100) }
    const length = 9 + 2 + 100
    assert.isTrue(readAll([bytesOf([frame])], length).whole)
    assert.isFalse(readAll([bytesOf([frame])], length - 1).whole)
    assert.isFalse(readAll([Buffer.from([0, 0, 0, 8])]).whole)
    assert.isTrue(readAll([Buffer.from([0, 0, 0, 9])]).whole)
  })

  it("are none when their JSON is longer than they are (RUN-52)", () => {
    const bytes = bytesOf([{ id: 1, type: 2, json: "{}", bytes: new Uint8Array(3) }])
    for (const [claimed, fits] of [
      [5, true],
      [6, false],
      [2 ** 32 - 1, false]
    ] as const) {
      bytes.writeUInt32BE(claimed, 9)
      assert.strictEqual(readAll([bytes]).whole, fits)
    }
  })

  it("keep nothing of the buffer that they were read into (RUN-52)", () => {
    const frame: Frame = { id: 1, type: 2, json: "{}", bytes: Uint8Array.of(1, 2, 3) }
    const buffer = bytesOf([frame])
    const found: Array<Frame> = []
    makeFrameReader((each) => found.push(each)).push(buffer)
    buffer.fill(0)
    assert.deepStrictEqual(found.map(plain), [plain(frame)])
  })
})
