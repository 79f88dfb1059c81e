import { fileURLToPath } from "node:url"
import { buildWhenChanged } from "../../../../scripts/bundleInputs.ts"
import builds from "../../rolldown.config.ts"

const here = fileURLToPath(new URL("../..", import.meta.url))

/** The tests run the command line as it is published. */
export default (): Promise<void> => buildWhenChanged(here, "dist/bundle/main.cjs", builds)
