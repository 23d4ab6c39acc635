import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { KnownContract } from "#extras/audit/src/judging/decodeCalls.js"
import type { JudgeBatchesParameters } from "#extras/audit/src/judging/judgeBatches.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Reads the names and ABIs of the project's own contracts on all chains, and the names of the contracts of its deployments. */
export async function readContracts(
  hre: HardhatRuntimeEnvironment,
  chains: readonly ChainEntry[],
): Promise<JudgeBatchesParameters["contractOf"]> {
  const book = await openContractBook(hre)
  const found = chains.flatMap((chain) =>
    book.names(chain.slug).map(async (text): Promise<[string, KnownContract][]> => {
      const contract = await book.find(text, { chain, argument: "plugs.contracts" }).catch((error: unknown) => {
        // A name that several contracts have decodes the calls of none.
        if (!(error instanceof InvalidInputError)) throw error
      })
      return contract === undefined ? [] : [[`${chain.slug} ${contract.address}`, contract]]
    }),
  )
  const deployed = (await deploymentsOf(hre.config.plugs)).flatMap(
    ({ slug, socket, transmitManager, switchboards }): [string, KnownContract][] => [
      [`${slug} ${socket}`, { name: "socket" }],
      [`${slug} ${transmitManager}`, { name: "transmit manager" }],
      ...switchboards.map(
        ({ kind, address }) => [`${slug} ${address}`, { name: `${kind} switchboard` }] as [string, KnownContract],
      ),
    ],
  )
  const known = new Map([...deployed, ...(await Promise.all(found)).flat()])
  return (slug, address) => known.get(`${slug} ${address}`) ?? {}
}
