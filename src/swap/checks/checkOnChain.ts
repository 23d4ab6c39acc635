import type { Address, Client } from "viem"
import { getChainId, getCode } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { explainCallError } from "../../onchain/callErrors.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction } from "../types.js"
import { RouteRefusedError } from "./routeRefusals.js"
import type { CheckedRoute } from "./types.js"

/**
 * Checks a route on its origin chain: both clients must be on that chain, and its target, its spender and its token must be contracts,
 * because an address without code takes a payment and gives nothing for it. Only a deposit address may have none.
 *
 * @throws {RouteRefusedError} WRONG_CHAIN or NO_CONTRACT
 */
export async function checkOnChain(
  { publicClient, walletClient }: { publicClient: Client; walletClient: Client },
  { route: { quoteId }, transaction, approval, request }: CheckedRoute,
): Promise<void> {
  await assertClientsOnChain({ publicClient, walletClient }, { quoteId, transaction })
  const { to } = transaction
  // A deposit address is often an account without code.
  if (request.userOps === "deposit" && isAddressEqual(request.inputToken, nativeToken)) return
  const failed = (functionName: string) => (error: unknown) => {
    throw explainCallError(error, { address: to, functionName })
  }
  const contracts: readonly Address[] =
    approval === undefined ? [to] : [...new Set([to, approval.spender, approval.token])]
  for (const address of contracts) {
    const code = await getCode(publicClient, { address }).catch(failed("eth_getCode"))
    if (code !== undefined && code !== "0x") continue
    throw new RouteRefusedError("NO_CONTRACT", { quoteId, offered: address })
  }
}

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
