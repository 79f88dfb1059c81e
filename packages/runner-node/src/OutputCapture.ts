/** What is kept of a stream that may never end. */
export interface OutputCapture {
  /** Takes what was read; the buffer may be used again afterwards. */
  readonly push: (chunk: Uint8Array) => void
  readonly bytes: () => Buffer
  readonly truncated: () => boolean
}

/** Keeps the first `limit` bytes. Rule: RUN-14 */
export const keepFirst = (limit: number): OutputCapture => {
  const parts: Array<Buffer> = []
  let kept = 0
  let seen = 0
  return {
    push: (chunk) => {
      seen += chunk.length
      if (kept === limit) return
      // A copy: a part of a read buffer would keep the whole of it alive.
      const part = Buffer.from(chunk.subarray(0, limit - kept))
      parts.push(part)
      kept += part.length
    },
    bytes: () => Buffer.concat(parts, kept),
    truncated: () => seen > limit
  }
}

/** Keeps the last `limit` bytes. Rule: RUN-15 */
export const keepLast = (limit: number): OutputCapture => {
  // Made once: a flood would leave a copy for every read.
  let tail: Buffer | undefined
  let kept = 0
  let seen = 0
  return {
    push: (chunk) => {
      seen += chunk.length
      tail ??= Buffer.allocUnsafe(limit)
      const last = chunk.subarray(Math.max(0, chunk.length - limit))
      const stays = Math.min(kept, limit - last.length)
      tail.copyWithin(0, kept - stays, kept)
      tail.set(last, stays)
      kept = stays + last.length
    },
    bytes: () => tail?.subarray(0, kept) ?? Buffer.alloc(0),
    truncated: () => seen > limit
  }
}

/** How many bytes at most can follow the first byte of a character. */
const mostContinuations = 3

/**
 * The kept end of a text: joined before it is decoded, so that no character is split over two reads; a character that
 * the cut has split is left out whole; bytes that are no text become U+FFFD. Rule: RUN-15
 */
export const tailText = (capture: OutputCapture): string => {
  const bytes = capture.bytes()
  let start = 0
  if (capture.truncated()) while (start < mostContinuations && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return bytes.subarray(start).toString("utf8")
}
