import { shorterRange } from "../logs.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/** How many blocks a node is asked for at once: fewer after it refused, more again after it answered for a while. */
export type RangeLength = {
  readonly blocks: bigint
  /** @returns whether fewer can be asked for */
  refuse(asked: bigint): boolean
  accept(asked: bigint, weight: number): void
}

/** Answers between two attempts at a longer range, after one was refused. */
const patience = 16

/** Characters of the logs that a block of a busy socket has. */
const perBlock = 2_000

/**
 * @param most blocks
 * @param heavy characters of an answer above which ranges shrink. They grow below a quarter of it. Default: 4,000,000
 */
export function createRangeLength(most: bigint, heavy: number = 4_000_000): RangeLength {
  const light = heavy / 4
  const firstBlocks = BigInt(Math.ceil(heavy / perBlock))
  let blocks = smallerOf(most, firstBlocks)
  let calm = patience
  return {
    get blocks() {
      return blocks
    },
    refuse(asked) {
      calm = 0
      blocks = shorterRange(asked) || 1n
      return asked > 1n
    },
    accept(asked, weight) {
      calm += 1
      if (weight > heavy) blocks = shorterRange(asked) || 1n
      else if (weight < light && asked === blocks && calm > patience) blocks = smallerOf(blocks * 2n, most)
    },
  }
}
