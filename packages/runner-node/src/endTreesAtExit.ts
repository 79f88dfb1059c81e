import { search } from "./endTree.ts"
import type { Leader, ProcessTree } from "./ProcessTree.ts"

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

/**
 * The last turn of a host: no callback comes any more, so there is no polite signal, and the pauses between the rounds
 * hold the thread. Rule: RUN-18
 */
export const endTreesAtExit = (leaders: ReadonlyArray<Leader>, tree: ProcessTree): void => {
  for (const leader of leaders) tree.hold(leader)
  const trees = leaders.map((leader) => ({ leader, seen: new Map(tree.find(leader, new Map())) }))
  for (const { leader } of trees) tree.end(leader)
  for (let round = 0, empty = 0; trees.length > 0 && round < search.mostRounds && empty < search.emptyRounds; round++) {
    empty++
    for (const { leader, seen } of trees) {
      for (const [pid, start] of tree.endFound(leader, seen)) {
        empty = 0
        seen.set(pid, start)
      }
    }
    if (empty > 0) Atomics.wait(nobodyWakes, 0, 0, search.betweenMs)
  }
}
