import type { Writable } from "node:stream"
import { type Frame, frameHead } from "./Frame.ts"

/** Writes a frame; what it carries is not copied. */
export const writeFrame = (stream: Writable, frame: Frame): void => {
  stream.cork()
  stream.write(frameHead(frame))
  if (frame.bytes.length > 0) stream.write(frame.bytes)
  stream.uncork()
}
