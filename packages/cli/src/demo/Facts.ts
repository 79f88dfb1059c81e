/** Something that the demonstration says has happened, and whether it has. Rule: CLI-43 */
export interface Fact {
  readonly told: string
  readonly holds: boolean
}

/** Facts in lines; one that does not hold says so. Rule: CLI-43 */
export const factLines = (facts: ReadonlyArray<Fact>): ReadonlyArray<string> =>
  facts.map(({ told, holds }) => (holds ? `  → ${told}` : `  → NOT SO, although it should be: ${told}`))
