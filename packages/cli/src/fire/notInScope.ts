import { type Envelope, inScope, reachOf, type Snapshot } from "@pawl/core"

/**
 * The hooks of a moment whose files do not apply to it. A dispatch does not look at them, and somebody who wonders why a
 * hook was silent has to be told. Rule: CLI-51
 */
export const notInScope = (
  { byBoundary, sources }: Snapshot,
  boundary: string,
  envelope: Envelope,
  roots: ReadonlyArray<string>
): ReadonlyArray<{ readonly binding: string; readonly why: string }> => {
  const reach = reachOf(envelope, roots)
  const scopes = new Map(sources.map(({ source }) => [source.id, source.scope]))
  return (byBoundary.get(boundary) ?? []).flatMap(({ id, source }) => {
    const scope = scopes.get(source)
    return scope === undefined || scope._tag === "Everywhere" || inScope(scope, reach)
      ? []
      : [{ binding: id, why: `its file is for what happens in ${scope.root}, and the payload names nothing there` }]
  })
}
