import type { Abi, Account, Client, Hex } from "viem"

import { call } from "viem/actions"

import { explainCallError } from "../../../onchain/callErrors.js"
import type { EvmTransaction } from "../../types.js"

/** Describes a route's transaction for errors. Only the API knows which function it calls. */
export function swapCall(address: Hex): { address: Hex; functionName: string } {
  return { address, functionName: "the swap" }
}

/**
 * Simulates a route's transaction from an account. Sends nothing.
 *
 * @param blockNumber the block on whose state to simulate. Default: the newest
 * @throws {CallRevertedError} the transaction would revert, with the reason
 */
export async function simulateSwap(
  {
    publicClient,
    account,
    errorAbis = [],
  }: { publicClient: Client; account: Account; errorAbis?: readonly Abi[] | undefined },
  { to, data, value }: EvmTransaction,
  blockNumber?: bigint,
): Promise<void> {
  const when = blockNumber === undefined ? {} : { blockNumber }
  try {
    await call(publicClient, { account, to, data, value, ...when })
  } catch (error) {
    throw explainCallError(error, swapCall(to), { abis: errorAbis, advice: new Map() })
  }
}
