import { type Address, getContractAddress } from "viem"

/** Where contracts will be when one account deploys them in this order, from its nonce `first` on. */
export function addressesInOrder<Name extends string>(
  deployer: Address,
  order: readonly Name[],
  first = 0,
): Record<Name, Address> {
  const entries = order.map((name, index) => [
    name,
    getContractAddress({ from: deployer, nonce: BigInt(first + index) }),
  ])
  return Object.fromEntries(entries) as Record<Name, Address>
}
