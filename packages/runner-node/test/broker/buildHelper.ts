import { fileURLToPath } from "node:url"
import { buildWhenChanged } from "../../../../scripts/bundleInputs.ts"
import build from "../../rolldown.config.ts"

const here = fileURLToPath(new URL("../..", import.meta.url))

/** The tests run the broker as it is published, which is also there a second sooner than from its sources. */
export default (): Promise<void> => buildWhenChanged(here, "dist/bundle/helper.mjs", [build])
