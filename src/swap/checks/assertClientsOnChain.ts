import type { Client } from "viem"

import { getChainId } from "viem/actions"

import { explainCallError } from "../../onchain/callErrors.js"
import type { EvmTransaction } from "../types.js"
import { RouteRefusedError } from "./routeRefusals.js"

/**
 * Asks both clients which chain they are on. A wallet can change its chain at any time.
 *
 * @throws {RouteRefusedError} WRONG_CHAIN
 * @throws {NodeFailedError} a node does not say
 */
export async function assertClientsOnChain(
  { publicClient, walletClient }: { publicClient: Client; walletClient: Client },
  { quoteId, transaction: { to, chainId } }: { quoteId: string; transaction: Pick<EvmTransaction, "to" | "chainId"> },
): Promise<void> {
  const ids = await Promise.all([getChainId(publicClient), getChainId(walletClient)]).catch((error: unknown) => {
    throw explainCallError(error, { address: to, functionName: "eth_chainId" })
  })
  for (const id of ids) {
    if (id === chainId) continue
    throw new RouteRefusedError("WRONG_CHAIN", { quoteId, requested: `${chainId}`, offered: `${id}, of the client` })
  }
}
