import type { Client, TransactionReceipt } from "viem"
import { getBalance, getBlock } from "viem/actions"
import { isAddressEqual } from "viem/utils"

/**
 * What came back to the sender of a transaction: the attached value without what its balance has lost, gas aside.
 *
 * @returns `undefined` if it has sent others in the same block, so that its balance does not tell
 */
export async function refundedIn(
  client: Client,
  receipt: Pick<TransactionReceipt, "from" | "blockNumber" | "gasUsed" | "effectiveGasPrice">,
  attached: bigint,
): Promise<bigint | undefined> {
  const { from: address, blockNumber, gasUsed, effectiveGasPrice } = receipt
  const [{ transactions }, before, after] = await Promise.all([
    getBlock(client, { blockNumber, includeTransactions: true }),
    getBalance(client, { address, blockNumber: blockNumber - 1n }),
    getBalance(client, { address, blockNumber }),
  ])
  if (transactions.filter(({ from }) => isAddressEqual(from, address)).length > 1) return undefined
  return attached - (before - after - gasUsed * effectiveGasPrice)
}
