import type { Abi, Address } from "viem"

import type { ChainEntry } from "../../primitives/chains.js"

/** What an artifact says about a contract. */
export type ContractArtifact = {
  readonly abi: Abi | undefined
  readonly source: string | undefined
}

/** One of the project's contracts on one chain. */
export type BookEntry = {
  readonly chain: ChainEntry
  readonly address: Address
  /** What it is called, such as `Greeter`. */
  readonly name: string
  /** What it is called without doubt, such as Ignition's `GreeterModule#Greeter`. */
  readonly id: string
  /** Where it is written, for errors. */
  readonly writtenIn: string
  /** Reads the name of the contract's source, which an id need not contain. */
  readonly readContractName: () => Promise<string | undefined>
  readonly readArtifact: () => Promise<ContractArtifact>
}
