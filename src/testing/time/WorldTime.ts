/**
 * The time of a world: of all its chains and of the actors together. It begins at the machine's time and stands still, so that nothing
 * happens because a test took long: every block of every chain has the same timestamp until the test moves time. What waits for time
 * waits for the test too: retries of a reverting `inbound`, schedules and timeouts, optimistic switchboards.
 *
 * @example
 * await world.time.increase(3_600)
 * await world.deliver() // what has become due meanwhile
 */
export type WorldTime = {
  /** The time of the next block, in seconds since 1970. */
  readonly now: () => number
  /**
   * Moves time forward by seconds in one leap, for every chain and for the actors, and mines a block on each chain.
   *
   * @throws {InvalidInputError} not a whole number, or negative
   */
  readonly increase: (seconds: number | bigint) => Promise<void>
  /**
   * Moves time forward to a moment, in seconds since 1970, as `increase` does.
   *
   * @throws {InvalidInputError} the moment has passed, or is no whole number
   */
  readonly setTo: (moment: number | bigint) => Promise<void>
  /** Stops time again after `unfreeze`. */
  readonly freeze: () => Promise<void>
  /** Lets time run with the machine's, from where it is, for chains and actors. Tests that do this depend on how fast the machine is. */
  readonly unfreeze: () => Promise<void>
}
