/** The name of this package. */
export const packageName = "@pawl/runner-node" as const
