/** Processes by their number, each with the time of its start, which tells it from a later owner of the number. */
export type Members = ReadonlyMap<number, number>

/** The process that was started for a hook, and the marker that its descendants inherit. */
export interface Leader {
  readonly pid: number
  readonly invocation: string
  /** Once it is collected, its number, and so its group's, may belong to somebody else. */
  readonly collected: () => boolean
}

/** How the processes of a hook are found and ended on a platform. No method throws. Rule: RUN-10, RUN-12 */
export interface ProcessTree {
  /**
   * Who belongs to the hook now: its session and group (while the leader is not collected), whoever carries its marker,
   * those of `known` that still live, and all descendants of these.
   */
  readonly find: (leader: Leader, known: Members) => Members
  /** Whether the leader has ended, although nobody has told this process yet; false where the system does not show it. */
  readonly hasEnded: (leader: Leader) => boolean
  /**
   * Stops the group until it is asked or ended: somebody who is started between a look and the signal that follows, and clears
   * its variables and leaves the group in that moment, could not be found once its parent has ended. Only as {@link ProcessTree.end}.
   */
  readonly hold: (leader: Leader) => void
  /**
   * Asks the group to end, and those of `members` that have left it. A stopped process is woken, because it could not end
   * otherwise.
   */
  readonly ask: (leader: Leader, members: Members) => void
  /**
   * Ends the group. Only while the leader is not collected, or in the very tick in which it was: a group that still has a
   * member keeps its number, so at worst an empty group is meant.
   */
  readonly end: (leader: Leader) => void
  /** Finds them, ends each in the moment in which it is found, and tells who that was. */
  readonly endFound: (leader: Leader, known: Members) => Members
}
