import type { Address, Hex } from "viem"

import { getContractEvents } from "viem/actions"

import { searchLogs, type SearchLogsReturnType } from "../../onchain/logs/searchLogs.js"
import { switchboardAbi } from "../onchain/abi.js"
import { type ChainView, toMined } from "./openChainView.js"
import type { Attestation } from "./types.js"

/** Which attestations, and where to look for them. */
export type ReadAttestationsParameters = {
  readonly switchboard: Address
  readonly root: Hex
  /** The block of the first proposal of the root; `undefined` if it is not known. Then the newest blocks are searched first. */
  readonly fromBlock: bigint | undefined
  readonly toBlock: bigint
  /** How many there are, so that the search ends with the last; `null` if it is not known. */
  readonly count: bigint | null
}

/**
 * Finds the attestations of a root, in the logs of a switchboard. Watchers attest roots and not proposals, so that one who attested an
 * earlier proposal of the same root counts.
 *
 * @param view of the destination chain
 * @returns in the order of the chain
 * @example
 * const { found } = await readAttestations(view, { switchboard, root, fromBlock: 12n, toBlock: view.blockNumber, count: 2n })
 */
export async function readAttestations(
  view: ChainView,
  { switchboard, root, fromBlock, toBlock, count }: ReadAttestationsParameters,
): Promise<SearchLogsReturnType<Attestation>> {
  return await searchLogs({
    fromBlock: fromBlock ?? view.firstBlock ?? 0n,
    toBlock,
    first: fromBlock === undefined ? "newest" : "oldest",
    isEnough: (found) => count !== null && BigInt(found.length) >= count,
    read: async (range) => {
      const logs = await getContractEvents(view.client, {
        abi: switchboardAbi,
        address: switchboard,
        eventName: "ProposalAttested",
        strict: true,
        ...range,
      })
      return await Promise.all(
        logs
          .filter(({ args }) => args.root === root)
          .map(async (log): Promise<Attestation> => ({ ...(await toMined(view, log)), watcher: log.args.watcher })),
      )
    },
  })
}
