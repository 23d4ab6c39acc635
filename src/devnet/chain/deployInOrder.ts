import { type Abi, type Address, encodeDeployData, getContractAddress, type Hex, numberToHex } from "viem"

import type { LocalChain } from "./chains.js"
import { mostGasOfTransaction } from "./hardfork.js"

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
 * Deploys contracts one after the other, each to the address that {@link addressesInOrder} gives it. The chain signs for the
 * deployer, which is several times faster than signing so much code here.
 */
export async function deployInOrder<Name extends string>(
  chain: LocalChain,
  deployer: Address,
  { names, initCodes, first = 0 }: { names: readonly Name[]; initCodes: Readonly<Record<Name, Hex>>; first?: number },
): Promise<void> {
  const addresses = addressesInOrder(deployer, names, first)
  await chain.testClient.impersonateAccount({ address: deployer })
  for (const name of names) {
    const hash = (await chain.provider.request({
      method: "eth_sendTransaction",
      params: [{ from: deployer, data: initCodes[name], gas: numberToHex(mostGasOfTransaction) }],
    })) as Hex
    const { contractAddress } = await chain.publicClient.getTransactionReceipt({ hash })
    if (contractAddress?.toLowerCase() !== addresses[name].toLowerCase()) {
      throw new Error(
        `the contract ${name} was deployed on ${chain.name} at ${String(contractAddress)} instead of ${addresses[name]}`,
      )
    }
  }
  await chain.testClient.stopImpersonatingAccount({ address: deployer })
}
