import type { Address, Client } from "viem"

import { getChainId, getCode } from "viem/actions"

import { explainCallError } from "../../onchain/callErrors.js"
import { RouteRefusedError } from "./routeRefusals.js"
import type { CheckedRoute } from "./types.js"

/**
 * Checks a route on its origin chain: both clients must be on that chain, and its target, its spender and its token must be contracts,
 * because an address without code takes a payment and gives nothing for it.
 *
 * @throws {RouteRefusedError} WRONG_CHAIN or NO_CONTRACT
 */
export async function checkOnChain(
  { publicClient, walletClient }: { publicClient: Client; walletClient: Client },
  { route: { quoteId }, transaction: { to, chainId }, approval }: CheckedRoute,
): Promise<void> {
  const failed = (functionName: string) => (error: unknown) => {
    throw explainCallError(error, { address: to, functionName })
  }
  const ids = await Promise.all([getChainId(publicClient), getChainId(walletClient)]).catch(failed("eth_chainId"))
  for (const id of ids) {
    if (id === chainId) continue
    throw new RouteRefusedError("WRONG_CHAIN", { quoteId, requested: `${chainId}`, offered: `${id}, of the client` })
  }
  const contracts: readonly Address[] =
    approval === undefined ? [to] : [...new Set([to, approval.spender, approval.token])]
  for (const address of contracts) {
    const code = await getCode(publicClient, { address }).catch(failed("eth_getCode"))
    if (code !== undefined && code !== "0x") continue
    throw new RouteRefusedError("NO_CONTRACT", { quoteId, offered: address })
  }
}
