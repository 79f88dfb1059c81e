/** An object with one key, or an empty one where there is no value: an absent field stays absent. */
export const optional = <K extends string, A>(
  key: K,
  value: A | undefined
): { readonly [P in K]?: A } | Record<never, never> => (value === undefined ? {} : { [key]: value })
