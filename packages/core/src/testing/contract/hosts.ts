import { Facet } from "../../Action.ts"
import { Channel } from "../../Channel.ts"
import { everythingProfile, execProfile, type HostProfile, referenceProfile } from "../../HostProfile.ts"
import type { Subject } from "./AdapterLaw.ts"

/** A host that knows and honours everything, the format's own moments included. */
export const fullProfile = ({ adapter }: Subject): HostProfile => ({
  ...everythingProfile,
  boundaries: {
    ...Object.fromEntries(
      adapter.boundaries.map(({ id }) => [id, { reports: true, facets: Facet.literals, honours: Channel.literals }])
    ),
    ...everythingProfile.boundaries
  }
})

/** A host that is told of everything and honours nothing. */
const deafProfile = (subject: Subject): HostProfile => ({
  ...everythingProfile,
  name: "deaf",
  boundaries: Object.fromEntries(
    Object.entries(fullProfile(subject).boundaries).map(([id, support]) => [id, { ...support, honours: [] }])
  )
})

/** Hosts that differ in what they know, report and honour. */
export const profilesOf = (subject: Subject): ReadonlyArray<HostProfile> => [
  fullProfile(subject),
  referenceProfile,
  execProfile,
  deafProfile(subject)
]
