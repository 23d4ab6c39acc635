import { getBlock } from "viem/actions"

import type { Clock } from "../../../src/primitives/clock.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import { failed, type Finding, ok, warning } from "../checks.js"
import { mendClock, mostSkew, wallTimeOf } from "../clocks.js"
import type { DoctorChain } from "./DoctorChain.js"

/** Milliseconds. Every public chain has a block more often than that. */
const oldestBlock = 10 * 60_000

/** Checks the machine's clock against the latest block. A local chain makes blocks when something is sent, so an old one says nothing. */
export async function checkChainClock(chain: DoctorChain, clock: Clock): Promise<Finding> {
  const { client } = await chain.open()
  const { timestamp, number } = await getBlock(client)
  const age = wallTimeOf(clock) - Number(timestamp) * 1_000
  if (Number.isNaN(age)) return failed("The node's latest block has no time.", "Use another node for this network.")
  const ahead = formatDuration(-age)
  if (age < -mostSkew) {
    const says = `Block ${number} is ${ahead} ahead of this machine's clock.`
    return warning(
      says,
      chain.isLocal
        ? "Start the chain anew if a test has moved its time. Otherwise set this machine's clock."
        : mendClock(),
    )
  }
  if (age > oldestBlock && !chain.isLocal) {
    const says = `The latest block, ${number}, is ${formatDuration(age)} old by this machine's clock.`
    return warning(says, `If the node has fallen behind, use another one. Otherwise: ${mendClock()}`)
  }
  return ok(`Block ${number} is ${age < 0 ? "new" : `${formatDuration(age)} old`}.`)
}
