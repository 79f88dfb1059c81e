/** One run's claim to a place. Leaving twice is leaving once. */
export interface Ticket {
  readonly leave: () => void
}

/** A bound on how many hooks run at once. Rule: RUN-17 */
export interface Places {
  /**
   * Asks for a place. `enter` is called once there is one: at once when one is free, never when the ticket has left
   * before.
   */
  readonly request: (beforeOperation: boolean, enter: () => void) => Ticket
}

interface Claim {
  readonly beforeOperation: boolean
  readonly enter: () => void
  state: "waiting" | "in" | "left"
}

/**
 * `count` places. Moments before an operation may use all of them, others only half, so that a crowd of reports cannot
 * keep a guard from being asked. Whoever has waited longest and may enter, enters. Rule: RUN-17
 */
export const makePlaces = (count: number): Places => {
  const forOthers = Math.max(1, Math.floor(count / 2))
  const queue: Array<Claim> = []
  let taken = 0
  let takenByOthers = 0

  const mayEnter = (claim: Claim) => taken < count && (claim.beforeOperation || takenByOthers < forOthers)
  const take = (claim: Claim) => {
    claim.state = "in"
    taken++
    if (!claim.beforeOperation) takenByOthers++
  }
  const admit = () => {
    for (let next = queue.findIndex(mayEnter); next >= 0; next = queue.findIndex(mayEnter)) {
      const [claim] = queue.splice(next, 1)
      if (claim === undefined) return
      take(claim)
      // Not in this call: it belongs to a run that is about to give its answer, and starting a process takes time.
      queueMicrotask(() => {
        if (claim.state === "in") claim.enter()
      })
    }
  }
  const leave = (claim: Claim) => {
    const was = claim.state
    claim.state = "left"
    if (was === "waiting") queue.splice(queue.indexOf(claim), 1)
    if (was !== "in") return
    taken--
    if (!claim.beforeOperation) takenByOthers--
    admit()
  }

  return {
    request: (beforeOperation, enter) => {
      const claim: Claim = { beforeOperation, enter, state: "waiting" }
      // Nobody is overtaken: who waits is waiting for a place that this one may not take either, or is of the other class.
      if (mayEnter(claim)) {
        take(claim)
        enter()
      } else queue.push(claim)
      return { leave: () => leave(claim) }
    }
  }
}
