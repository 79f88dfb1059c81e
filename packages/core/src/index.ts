/** The name of this package. */
export const packageName = "@pawl/core" as const
