declare const PAWL_VERSION: string | undefined

/** The version of this package; the bundle has it from the manifest. */
export const version: string = typeof PAWL_VERSION === "string" ? PAWL_VERSION : "0.0.0-source"
