import type { Abi, Address, Hex } from "viem"
import { encodeDeployData, getContractAddress, numberToHex } from "viem/utils"

import type { LocalChain } from "../chains.js"
import { type OpeningReceipt, sendTogether } from "./sendTogether.js"

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

/** Encodes the data of the transaction that deploys a contract. */
export function initCode({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode, args })
}

/**
 * Deploys contracts from an account's nonce `first` on, each to the address that {@link addressesInOrder} gives it.
 */
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
