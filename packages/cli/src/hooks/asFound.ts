import { TrustPolicy } from "@pawl/core"
import type { Discovery } from "@pawl/sources"

/**
 * Approves what was found when the call began: other bytes later are a change, and a file that comes later is not
 * approved. Rule: CLI-24
 */
export const asFound = ({ candidates }: Discovery) =>
  TrustPolicy.layerFound(
    new Map(
      candidates.flatMap(({ contents, source }) =>
        contents._tag === "Read" ? [[source.id, contents.text.digest] as const] : []
      )
    )
  )
