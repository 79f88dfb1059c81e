/** The name of this entry point. */
export const testingName = "@pawl/core/testing" as const
