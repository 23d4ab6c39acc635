import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { everyChain } from "../chains/everyChain.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { WorldTime } from "./WorldTime.js"

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
        throw new InvalidInputError({
          argument: "moment",
          problem: `it is ${-seconds} seconds before the world's time, which is ${now()}, and no chain's time goes back`,
          fix: "Give a later moment. To go back, take world.snapshot() before, or load a fixture.",
        })
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
  throw new InvalidInputError({
    argument,
    problem: `${String(value)} is no whole number of seconds from 0`,
    fix: "Give whole seconds, as the chains count time. Milliseconds are divided by 1000 first.",
  })
}
