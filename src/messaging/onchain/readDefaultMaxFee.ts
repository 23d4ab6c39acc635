import { type Client, zeroHash } from "viem"
import { readContract } from "viem/actions"
import { size } from "viem/utils"

import { socketAbi } from "./abi.js"
import type { OutboundMessage } from "./events.js"
import { getMinFees } from "./getMinFees.js"
import { getPlugConfig } from "./getPlugConfig.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"

/**
 * Without `maxFee`, a plug may ask for this many times what the socket charges at least for the messages that it sends. Native value
 * that they carry does not count, because it goes to the receiver. What the switchboard adds, which the plug chooses, counts
 * as much as all the rest at most.
 */
const maxFeeMultiple = 2n

/** Amounts in wei. */
export type DefaultMaxFee = {
  readonly maxFee: bigint
  /** What the socket charges at least for the messages, without native value. */
  readonly minFees: bigint
}

/** Reads the most that a plug may ask for messages if the caller sets no limit. */
export async function readDefaultMaxFee(client: Client, messages: readonly OutboundMessage[]): Promise<DefaultMaxFee> {
  const limits = new Map<string, Promise<DefaultMaxFee>>()
  const limitOf = (message: OutboundMessage): Promise<DefaultMaxFee> => {
    const { srcPlug, dstChainSlug, minMsgGasLimit, payload, transmissionParams, fees } = message
    // Messages that cost the same are read once.
    const key = [srcPlug, dstChainSlug, minMsgGasLimit, size(payload), transmissionParams, fees.switchboardFees].join()
    const limit = limits.get(key) ?? readLimit(client, message)
    limits.set(key, limit)
    return limit
  }
  const all = await Promise.all(messages.map(limitOf))
  return {
    maxFee: all.reduce((sum, { maxFee }) => sum + maxFee, 0n),
    minFees: all.reduce((sum, { minFees }) => sum + minFees, 0n),
  }
}

async function readLimit(client: Client, message: OutboundMessage): Promise<DefaultMaxFee> {
  const { socket, srcPlug: plug, dstChainSlug, minMsgGasLimit, payload, transmissionParams } = message
  const priced = { socket, plug, dstChainSlug, minMsgGasLimit, payloadSize: size(payload), transmissionParams }
  const [minFees, withoutSwitchboard] = await Promise.all([
    getMinFees(client, priced),
    readFeesWithoutSwitchboard(client, message),
  ])
  // The switchboard's own part shows in the log. Some nodes ignore the override, which would leave it in.
  const others = smallerOf(withoutSwitchboard ?? minFees, largerOf(minFees - message.fees.switchboardFees, 0n))
  return { maxFee: smallerOf(minFees, 2n * others) * maxFeeMultiple, minFees }
}

/** Code that answers any call with 64 zero bytes, which for a switchboard means that it charges nothing. */
const chargesNothing = "0x60406000f3"

/**
 * Reads what the socket would charge if the switchboard charged nothing, neither for itself nor for verification. A switchboard that
 * made for the purpose can't lie here, because its code is replaced.
 *
 * @returns `undefined` if the node can't replace code in a call
 */
async function readFeesWithoutSwitchboard(client: Client, message: OutboundMessage): Promise<bigint | undefined> {
  const { socket, srcPlug: plug, dstChainSlug, minMsgGasLimit, payload, transmissionParams } = message
  const { outboundSwitchboard } = await getPlugConfig(client, { socket, plug, siblingChainSlug: dstChainSlug })
  const args = [minMsgGasLimit, BigInt(size(payload)), zeroHash, transmissionParams, dstChainSlug, plug] as const
  const call = { abi: socketAbi, address: socket, functionName: "getMinFees", args } as const
  const free = { address: outboundSwitchboard, code: chargesNothing } as const
  return await readContract(client, { ...call, stateOverride: [free] }).catch(() => undefined)
}
