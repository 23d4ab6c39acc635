import { availableParallelism } from "node:os"

import pLimit from "p-limit"
import type { Abi, Address, Hex, RpcLog } from "viem"
import { encodeDeployData, getContractAddress, numberToHex } from "viem/utils"

import type { LocalChain } from "./chains.js"
import { generousFees } from "./encodeCall.js"
import { maxTransactionGas } from "./hardfork.js"

/** Computes the addresses that contracts get when one account deploys them in this order, from its nonce `first` on. */
export function addressesInOrder<Name extends string>(
  deployer: Address,
  names: readonly Name[],
  first = 0,
): Record<Name, Address> {
  const entries = names.map((name, index) => [
    name,
    getContractAddress({ from: deployer, nonce: BigInt(first + index) }),
  ])
  return Object.fromEntries(entries) as Record<Name, Address>
}

export function initCode({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode, args })
}

/** Deploys contracts from an account's nonce `first` on, each to the address that {@link addressesInOrder} gives it. */
export async function deployInOrder<Name extends string>(
  chain: LocalChain,
  deployer: Address,
  {
    contracts,
    initCodes,
    first = 0,
  }: {
    /** As {@link addressesInOrder} gives them. */
    contracts: Readonly<Record<Name, Address>>
    initCodes: Readonly<Record<Name, Hex>>
    first?: number
  },
): Promise<void> {
  const inOrder = Object.entries(contracts) as [Name, Address][]
  if (first > 0) await chain.provider.request({ method: "hardhat_setNonce", params: [deployer, numberToHex(first)] })
  const receipts = await sendTogether(
    chain,
    deployer,
    inOrder.map(([name]) => ({ data: initCodes[name] })),
  )
  for (const [index, [name, address]] of inOrder.entries()) {
    const { status, contractAddress } = receipts[index] as OpeningReceipt
    if (status === "0x1" && contractAddress?.toLowerCase() === address.toLowerCase()) continue
    throw new Error(`the contract ${name} could not be deployed on ${chain.name} at ${address}`)
  }
}

/** What an account sends while a devnet is being made. */
type OpeningTransaction = {
  /** Undefined to create a contract. */
  readonly to?: Address | undefined
  readonly data: Hex
  readonly value?: bigint | undefined
}

export type OpeningReceipt = {
  readonly status: Hex
  readonly contractAddress: Address | null
  readonly logs: readonly RpcLog[]
}

/**
 * Sends an account's transactions to a chain that is not in use yet, and mines them in order, in as few blocks as hold them: a block
 * costs as much as a small contract. The chain takes them without a signature, because signing so much code here takes longer than all
 * the rest.
 */
export async function sendTogether(
  { name, provider }: Pick<LocalChain, "name" | "provider">,
  from: Address,
  transactions: readonly OpeningTransaction[],
): Promise<OpeningReceipt[]> {
  const ask = <Answer>(method: string, ...params: unknown[]): Promise<Answer> =>
    provider.request({ method, params }) as Promise<Answer>

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

/** A chain takes up to 100 MB during such a block: more chains at once than processors would gain nothing. */
const atOnce = pLimit(availableParallelism())

/** Given, so that Hardhat does not ask the chain before each transaction. */
const generous = {
  gas: numberToHex(maxTransactionGas),
  maxFeePerGas: numberToHex(generousFees.maxFeePerGas),
  maxPriorityFeePerGas: numberToHex(generousFees.maxPriorityFeePerGas),
} as const
