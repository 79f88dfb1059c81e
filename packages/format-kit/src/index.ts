/** The name of this package. */
export const packageName = "@pawl/format-kit" as const
