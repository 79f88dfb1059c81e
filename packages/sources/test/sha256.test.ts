import { createHash, randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { sha256 } from "@pawl/sources"
import { Arbitrary, Schema } from "effect"

const nodes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe("sha256 (SRC-11)", () => {
  // FIPS 180-4 and the examples that NIST published with it.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"]
  ])("gives the published digest of a known message", (message, digest) => {
    assert.strictEqual(sha256(text(message)), digest)
  })

  it("agrees with Node at every length around the ends of blocks", () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = new Uint8Array(randomBytes(length))
      assert.strictEqual(sha256(bytes), nodes(bytes), `length ${length}`)
    }
  })

  it("looks at a part of a buffer only", () => {
    const whole = new Uint8Array(randomBytes(1_000))
    assert.strictEqual(sha256(whole.subarray(137, 700)), nodes(whole.subarray(137, 700)))
  })

  it.prop(
    "agrees with Node on any bytes",
    [
      Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))), {
        maxLength: 400
      })
    ],
    ([bytes]) => {
      assert.strictEqual(sha256(Uint8Array.from(bytes)), nodes(Uint8Array.from(bytes)))
    }
  )
})
