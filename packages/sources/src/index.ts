/** The name of this package. */
export const packageName = "@pawl/sources" as const
