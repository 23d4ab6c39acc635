/** The time of a world: of all its chains and of the actors together. */
export type WorldTime = {
  /** The time of the next block, in seconds since 1970. */
  readonly now: () => number
  /** Moves time forward by seconds, on every chain and for the actors, and mines a block on each chain. */
  readonly increase: (seconds: number) => Promise<void>
  /** Moves time forward to a moment, in seconds since 1970. */
  readonly setTo: (seconds: number) => Promise<void>
  /** Stops time: every block has the same timestamp until `unfreeze`, or until time is moved. */
  readonly freeze: () => Promise<void>
  /** Lets time run with the machine's again. */
  readonly unfreeze: () => Promise<void>
}
