/** The name of this package. */
export const packageName = "pawl" as const
