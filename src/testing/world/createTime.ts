import { invalid } from "../arguments.js"
import { everyChain } from "./findInWorld.js"
import type { OpenWorld } from "./OpenWorld.js"

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

export function createTime(opened: () => OpenWorld): WorldTime {
  const now = (): number => Math.floor(opened().clock.now() / 1_000)

  /** Mines a block on each chain, so that what reads the newest block sees the time too. */
  async function increase(seconds: number): Promise<void> {
    const world = opened()
    const { clock, relay } = world
    clock.advance(seconds * 1_000)
    await Promise.all(everyChain(world).map(({ testClient }) => testClient.mine({ blocks: 1 })))
    relay.wake()
  }

  return {
    now,
    async increase(seconds) {
      await increase(secondsFrom(seconds, "seconds"))
    },
    async setTo(moment) {
      const seconds = secondsFrom(moment, "moment") - now()
      if (seconds < 0) {
        throw invalid(
          "moment",
          `it is ${-seconds} seconds before the world's time, which is ${now()}, and no chain's time goes back`,
          "Give a later moment. To go back, take world.snapshot() before, or load a fixture.",
        )
      }
      await increase(seconds)
    },
    freeze() {
      opened().clock.freeze()
      return Promise.resolve()
    },
    unfreeze() {
      opened().clock.unfreeze()
      opened().relay.wake()
      return Promise.resolve()
    },
  }
}

/** Takes block times as viem reads them, too. */
function secondsFrom(value: number | bigint, argument: string): number {
  const seconds = Number(value)
  if (Number.isSafeInteger(seconds) && seconds >= 0) return seconds
  throw invalid(
    argument,
    `${String(value)} is no whole number of seconds from 0`,
    "Give whole seconds, as the chains count time. Milliseconds are divided by 1000 first.",
  )
}
