import { getMinFees } from "../../../src/messaging/onchain/getMinFees.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import type { DoctorPlug } from "./DoctorPlug.js"

/** The message that is priced: the one that `messaging fees` prices by default. */
export const pricedMessage = { minMsgGasLimit: 100_000n, payloadSize: 96 } as const

/** Reads the fee of a message from the socket of the plug's chain, in wei. */
export async function readMinimum({ chain, address }: DoctorPlug, to: Pick<ChainEntry, "slug">): Promise<bigint> {
  const { client } = await chain.open()
  return await getMinFees(client, { socket: socketOf(chain), plug: address, dstChainSlug: to.slug, ...pricedMessage })
}
