import type { Abi, Address } from "viem"

/** A contract that a test has deployed. */
export type RegisteredContract = {
  readonly name: string
  readonly chain: string
  readonly address: Address
  readonly abi: Abi
}

/** The contracts that tests have deployed: failure texts name them, and decode by their ABIs. */
export type ContractRegistry = {
  add(contract: RegisteredContract): void
  /** In the order in which they were deployed. */
  all(): readonly RegisteredContract[]
  find(chain: string, address: Address): RegisteredContract | undefined
  /** Remembers what is there. Returns a function that goes back to it. */
  remember(): () => void
}

export function createRegistry(): ContractRegistry {
  let contracts: readonly RegisteredContract[] = []
  return {
    add(contract) {
      contracts = [...contracts, contract]
    },
    all: () => contracts,
    find: (chain, address) =>
      contracts.findLast(
        (contract) => contract.chain === chain && contract.address.toLowerCase() === address.toLowerCase(),
      ),
    remember() {
      const then = contracts
      return () => {
        contracts = then
      }
    },
  }
}
