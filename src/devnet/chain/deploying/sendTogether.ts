import { availableParallelism } from "node:os"

import pLimit from "p-limit"
import type { Address, Hex, RpcLog } from "viem"
import { numberToHex } from "viem/utils"

import type { LocalChain } from "../chains.js"
import { generousFees } from "../generousFees.js"
import { mostGasOfTransaction } from "../hardfork.js"

/** What an account sends while a devnet is being made. */
export type OpeningTransaction = {
  /** Undefined to create a contract. */
  readonly to?: Address | undefined
  readonly data: Hex
  readonly value?: bigint | undefined
}

/** What a receipt says of it. */
export type OpeningReceipt = {
  readonly status: Hex
  readonly contractAddress: Address | null
  readonly logs: readonly RpcLog[]
}

/**
 * Sends an account's transactions to a chain that nobody else uses yet, and mines them in order, in as few blocks as hold them: a block
 * costs as much as a small contract. The chain takes them without a signature, because signing so much code here takes longer than all
 * the rest.
 */
export async function sendTogether(
  { name, provider }: Pick<LocalChain, "name" | "provider">,
  from: Address,
  transactions: readonly OpeningTransaction[],
): Promise<OpeningReceipt[]> {
  const ask = async <Answer>(method: string, ...params: unknown[]): Promise<Answer> =>
    (await provider.request({ method, params })) as Answer

  await ask("hardhat_impersonateAccount", from)
  await ask("evm_setAutomine", false)
  const hashes: Hex[] = []
  for (const { to, data, value = 0n } of transactions) {
    const transaction = { from, to, data, value: numberToHex(value), ...generous }
    hashes.push(await ask<Hex>("eth_sendTransaction", transaction))
  }
  for (let mined = 0; mined < hashes.length;) {
    await atOnce(() => ask("evm_mine"))
    const inBlock = Number(await ask<Hex>("eth_getBlockTransactionCountByNumber", "latest"))
    if (inBlock === 0) throw new Error(`${name} mines only ${mined} of the ${hashes.length} transactions that open it`)
    mined += inBlock
  }
  await ask("evm_setAutomine", true)
  await ask("hardhat_stopImpersonatingAccount", from)
  return await Promise.all(hashes.map((hash) => ask<OpeningReceipt>("eth_getTransactionReceipt", hash)))
}

/**
 * A chain takes up to 100 MB while it executes a block of so many contracts. More chains at the same time than there are processors would
 * take that each, and gain nothing.
 */
const atOnce = pLimit(availableParallelism())

/** Given, so that Hardhat does not ask the chain before each transaction. */
const generous = {
  gas: numberToHex(mostGasOfTransaction),
  maxFeePerGas: numberToHex(generousFees.maxFeePerGas),
  maxPriorityFeePerGas: numberToHex(generousFees.maxPriorityFeePerGas),
} as const
