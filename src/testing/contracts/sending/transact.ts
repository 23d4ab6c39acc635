import { type Abi, type Address, type Hex, numberToHex, type TransactionReceipt } from "viem"

import type { LocalChain } from "../../../devnet/chain/chains.js"
import { mostGasOfTransaction } from "../../../devnet/chain/hardfork.js"
import { TransactionRevertedError } from "../../../onchain/transactionErrors.js"
import type { OpenWorld } from "../../OpenWorld.js"
import { revertError } from "./revertError.js"

/** A transaction of a test. */
export type WorldTransaction = {
  readonly from: Address
  /** `undefined` deploys a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value?: bigint | undefined
  /** Default: the most that a transaction may have, because what is estimated can be too little by the time that it is mined. */
  readonly gas?: bigint | undefined
  /** What is called, for the text of an error. */
  readonly functionName: string
  readonly contractName?: string | undefined
  readonly abi: Abi
  readonly calledAt?: Error | undefined
}

/**
 * Sends a transaction on a chain of the world from any address, and waits until it is mined.
 *
 * @throws {CallRevertedError} it reverts; the stack begins in the Solidity source
 */
export async function transact(
  world: OpenWorld,
  chain: LocalChain,
  transaction: WorldTransaction,
): Promise<TransactionReceipt> {
  const { from, to, data, value = 0n, gas = mostGasOfTransaction, functionName } = transaction
  await unlock(chain, from)
  const call = { from, ...(to === undefined ? {} : { to }), data, value: numberToHex(value), gas: numberToHex(gas) }
  try {
    const hash = (await chain.provider.request({ method: "eth_sendTransaction", params: [call] })) as Hex
    const receipt = await receiptOf(chain, hash)
    if (receipt.status === "success") return receipt
    // It was not mined at once, so nobody has said why it reverts. On the state before its block, it most likely reverts in the same way.
    await chain.provider.request({ method: "eth_call", params: [call, numberToHex(receipt.blockNumber - 1n)] })
    throw new TransactionRevertedError({ call: { address: to ?? from, functionName }, hash, reason: undefined })
  } catch (error) {
    throw revertError(world, error, { ...transaction, chain: chain.name, address: to })
  }
}

/** Most chains mine at once, so the receipt is there. */
async function receiptOf({ publicClient }: LocalChain, hash: Hex): Promise<TransactionReceipt> {
  return await publicClient
    .getTransactionReceipt({ hash })
    .catch(() => publicClient.waitForTransactionReceipt({ hash, timeout: 0 }))
}

/** Lets a chain sign for an address that it has no key of. */
export async function unlock(chain: LocalChain, address: Address): Promise<void> {
  if (!chain.accounts.includes(address)) await chain.testClient.impersonateAccount({ address })
}
