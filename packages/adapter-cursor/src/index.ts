/** The name of this package. */
export const packageName = "@pawl/adapter-cursor" as const
