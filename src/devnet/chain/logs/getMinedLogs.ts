import type { Address, Hash, Log } from "viem"
import { formatLog } from "viem/utils"

import type { LocalChain } from "../chains.js"

/** A log of a mined block, with the time of the block. */
export type MinedLog = Log<bigint, number, false> & { readonly transactionHash: Hash; readonly blockTimestamp: bigint }

/** Reads every log of these contracts, oldest first. Any contract can log the same events, so logs of others are left out. */
export async function getMinedLogs(
  { readLogs }: Pick<LocalChain, "readLogs">,
  address: readonly Address[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<MinedLog[]> {
  return (await readLogs(fromBlock, toBlock, { address })).map((log) => formatLog(log) as MinedLog)
}
