import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { parseAddress } from "../../primitives/address.js"
import type { ChainEntry } from "../../primitives/chains.js"
import type { BookEntry } from "./BookEntry.js"
import { readProjectArtifact } from "./readProjectArtifact.js"

/**
 * Reads the contracts of `plugs.contracts`.
 *
 * @throws {InvalidInputError} the checksum of an address is wrong
 */
export function readConfiguredEntries(
  { config, artifacts }: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  chains: readonly ChainEntry[],
): BookEntry[] {
  return Object.entries(config.plugs.contracts).flatMap(([name, addresses]) =>
    Object.entries(addresses).flatMap(([chainName, written]) => {
      const chain = chains.find((known) => known.name === chainName)
      if (chain === undefined) return []
      const writtenIn = `plugs.contracts.${name}.${chainName}`
      return [
        {
          ...{ chain, name, writtenIn, id: name, address: parseAddress(written, `config.${writtenIn}`) },
          readContractName: () => Promise.resolve(name),
          readArtifact: () => readProjectArtifact(artifacts, name),
        },
      ]
    }),
  )
}
