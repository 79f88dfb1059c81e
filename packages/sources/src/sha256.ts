// node:crypto costs a process that reads one small file more than twice what this does, start-up and all.

// biome-ignore format: the table of FIPS 180-4, eight a row
const roundConstants = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
])

const blockBytes = 64

const initialState = (): Uint32Array =>
  new Uint32Array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19])

/** The end of the message, the bit after it, zeros, and its length in bits: one block or two. */
const lastBlocks = (bytes: Uint8Array): Uint8Array => {
  const rest = bytes.subarray(bytes.length - (bytes.length % blockBytes))
  const padded = new Uint8Array(rest.length + 9 > blockBytes ? 2 * blockBytes : blockBytes)
  padded.set(rest)
  padded[rest.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return padded
}

const absorb = (state: Uint32Array, words: Uint32Array, blocks: Uint8Array, length: number): void => {
  const view = new DataView(blocks.buffer, blocks.byteOffset, length)
  for (let start = 0; start < length; start += blockBytes) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i)
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15] ?? 0
      const y = words[i - 2] ?? 0
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + (words[i] ?? 0)) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const sums = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (sums[i] ?? 0)
  }
}

/**
 * SHA-256 of bytes, in lower-case hex. Rule: SRC-11
 *
 * @example
 * ```ts
 * sha256(new TextEncoder().encode("abc")) // "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
 * ```
 */
export const sha256 = (bytes: Uint8Array): string => {
  const state = initialState()
  const words = new Uint32Array(64)
  absorb(state, words, bytes, bytes.length - (bytes.length % blockBytes))
  const last = lastBlocks(bytes)
  absorb(state, words, last, last.length)
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("")
}
