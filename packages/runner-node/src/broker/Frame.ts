/** One message as it travels: `u32 length, u32 id, u8 type, u32 JSON's length, JSON, bytes`, numbers with the high byte first. */
export interface Frame {
  /** The run that it is about; 0 for what is about none. */
  readonly id: number
  readonly type: number
  readonly json: string
  readonly bytes: Uint8Array
}

/** Behind the length: id, type, length of the JSON. */
const fixedBytes = 9
const lengthBytes = 4

/** A longer frame is not sent; one that claims to be longer is no frame. Rule: RUN-52 */
export const mostFrameBytes = 2 ** 28

/** Everything of a frame but its bytes, which can then be written without a copy of them. */
export const frameHead = ({ bytes, id, json, type }: Frame): Buffer => {
  const length = Buffer.byteLength(json)
  const head = Buffer.allocUnsafe(lengthBytes + fixedBytes + length)
  head.writeUInt32BE(fixedBytes + length + bytes.length, 0)
  head.writeUInt32BE(id, 4)
  head.writeUInt8(type, 8)
  head.writeUInt32BE(length, 9)
  head.write(json, 13)
  return head
}

/** Puts frames together from what is read, wherever that was split. */
export interface FrameReader {
  /** Takes what was read; the buffer may be used again afterwards. False: what came is no frame, and nothing more is read. */
  readonly push: (chunk: Uint8Array) => boolean
}

/** The frame in these bytes, which are all but its length; nothing when they hold none. */
const frameIn = (body: Buffer): Frame | undefined => {
  const length = body.readUInt32BE(5)
  if (length > body.length - fixedBytes) return undefined
  const end = fixedBytes + length
  return {
    id: body.readUInt32BE(0),
    type: body.readUInt8(4),
    json: body.toString("utf8", fixedBytes, end),
    bytes: body.subarray(end)
  }
}

/** Rule: RUN-52 */
export const makeFrameReader = (onFrame: (frame: Frame) => void, mostBytes = mostFrameBytes): FrameReader => {
  const lengthField = Buffer.alloc(lengthBytes)
  let body: Buffer | undefined
  let filled = 0
  let isBroken = false

  /** Fills the length or the body as far as the chunk reaches; gives what is left of it. */
  const fill = (target: Buffer, chunk: Uint8Array): Uint8Array => {
    const part = chunk.subarray(0, target.length - filled)
    target.set(part, filled)
    filled += part.length
    return chunk.subarray(part.length)
  }
  const beginBody = (): boolean => {
    const length = lengthField.readUInt32BE(0)
    if (length < fixedBytes || length > mostBytes) return false
    // What is kept of a frame keeps the whole of it alive, so it must not be a part of something larger.
    body = Buffer.allocUnsafeSlow(length)
    filled = 0
    return true
  }
  const finish = (whole: Buffer): boolean => {
    body = undefined
    filled = 0
    const frame = frameIn(whole)
    if (frame !== undefined) onFrame(frame)
    return frame !== undefined
  }
  const step = (chunk: Uint8Array): Uint8Array => {
    const target = body ?? lengthField
    const rest = fill(target, chunk)
    if (filled === target.length) isBroken = !(body === undefined ? beginBody() : finish(body))
    return rest
  }

  return {
    push: (chunk) => {
      for (let rest = chunk; rest.length > 0 && !isBroken; ) rest = step(rest)
      return !isBroken
    }
  }
}
