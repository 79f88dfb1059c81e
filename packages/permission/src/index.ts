/** The name of this package. */
export const packageName = "@pawl/permission" as const
