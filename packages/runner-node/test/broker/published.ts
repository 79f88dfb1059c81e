import { fileURLToPath } from "node:url"

/** The broker's program as it is published; what is run before the tests sees to it that it is of these sources. */
export const published = fileURLToPath(new URL("../../dist/bundle/helper.mjs", import.meta.url))
