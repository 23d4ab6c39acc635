import type { Address, Hash, Log } from "viem"

import type { LocalChain } from "./chains.js"

/** A log of a block that was mined. The chain says with each log when that was. */
export type MinedLog = Log<bigint, number, false> & { readonly transactionHash: Hash; readonly blockTimestamp: bigint }

/** Every log of these contracts, in order. A log of the same shape from any other address is somebody's own affair. */
export async function getMinedLogs(
  { publicClient }: LocalChain,
  address: readonly Address[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<MinedLog[]> {
  return (await publicClient.getLogs({ address: [...address], fromBlock, toBlock })) as MinedLog[]
}
