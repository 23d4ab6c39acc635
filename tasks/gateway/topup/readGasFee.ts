import type { Client, Hex } from "viem"

import { getTransactionReceipt } from "viem/actions"

/** Returns what the gas of mined transactions has cost in wei; `undefined` if the node does not say. */
export async function readGasFee(client: Client, hashes: readonly Hex[]): Promise<bigint | undefined> {
  try {
    const receipts = await Promise.all(hashes.map((hash) => getTransactionReceipt(client, { hash })))
    return receipts.reduce((fee, { gasUsed, effectiveGasPrice }) => fee + gasUsed * effectiveGasPrice, 0n)
  } catch {
    return undefined
  }
}
