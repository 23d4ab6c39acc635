import type { Address, Client } from "viem"
import { getChainId } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction, QuoteRoute } from "../types.js"
import { RouteRefusedError } from "./routeRefusals.js"
import type { CheckedRoute, RouteLimits } from "./types.js"
import { throwExplained } from "#src/onchain/callErrors.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import { isEvmAddress } from "#src/primitives/foreign.js"

/**
 * Checks a route on its origin chain: both clients must be on that chain, and its target, its spender and its token must be contracts,
 * because an address without code takes a payment and gives nothing for it. A deposit address must have none. The client that will look for
 * the payout must be on the chain that pays.
 *
 * @throws {RouteRefusedError} WRONG_CHAIN, NO_CONTRACT or DEPOSIT_IS_CONTRACT
 */
export async function checkOnChain(
  parameters: Clients & Pick<RouteLimits, "allowedDeposits"> & { readonly destinationClient?: DestinationClient },
  { route, transaction, approval, request }: CheckedRoute,
): Promise<void> {
  const { publicClient, allowedDeposits, destinationClient } = parameters
  const { quoteId } = route
  await Promise.all([
    assertClientsOnChain(parameters, { quoteId, transaction }),
    request.originChainId === request.destinationChainId ||
      assertDestination(destinationClient, { quoteId, chainId: request.destinationChainId }),
  ])
  await checkDepositAddress(publicClient, route, allowedDeposits)
  const { to } = transaction
  if (request.userOps === "deposit" && isAddressEqual(request.inputToken, nativeToken)) return
  const contracts: readonly Address[] =
    approval === undefined ? [to] : [...new Set([to, approval.spender, approval.token])]
  for (const address of contracts) {
    if ((await readCodeSize(publicClient, address)) > 0) continue
    throw new RouteRefusedError("NO_CONTRACT", { quoteId, offered: address })
  }
}

/**
 * Refuses a deposit address that has code and is in no list of deposit addresses: such as a router, which keeps what it is paid for the
 * next caller.
 *
 * @throws {RouteRefusedError} DEPOSIT_IS_CONTRACT
 */
export async function checkDepositAddress(
  client: Client,
  { quoteId, deposit }: Pick<QuoteRoute, "quoteId" | "deposit">,
  allowed: readonly Address[] = [],
): Promise<void> {
  const address = deposit?.depositAddress
  if (address === undefined || !isEvmAddress(address) || allowed.some((each) => isAddressEqual(each, address))) return
  if ((await readCodeSize(client, address)) === 0) return
  throw new RouteRefusedError("DEPOSIT_IS_CONTRACT", { quoteId, offered: address })
}

/** A client of the chain that pays, or what opens one. `undefined`: nobody looks there. */
export type DestinationClient = Client | (() => Promise<Client | undefined>) | undefined

export async function openDestination(given: DestinationClient): Promise<Client | undefined> {
  return typeof given === "function" ? await given() : given
}

/** A node that does not answer yet may do so once there is a payout. */
async function assertDestination(
  given: DestinationClient,
  { quoteId, chainId }: { quoteId: string; chainId: number },
): Promise<void> {
  const client = await openDestination(given)
  const id = client === undefined ? chainId : await getChainId(client).catch(() => chainId)
  if (id !== chainId) throw wrongClient({ quoteId, chainId, id })
}

type Clients = { readonly publicClient: Client; readonly walletClient: Client }

/**
 * Asks both clients which chain they are on. A wallet can change its chain at any time.
 *
 * @throws {RouteRefusedError} WRONG_CHAIN
 * @throws {NodeFailedError} a node does not say
 */
export async function assertClientsOnChain(
  { publicClient, walletClient }: Clients,
  { quoteId, transaction: { to, chainId } }: { quoteId: string; transaction: Pick<EvmTransaction, "to" | "chainId"> },
): Promise<void> {
  const asked = Promise.all([getChainId(publicClient), getChainId(walletClient)])
  for (const id of await asked.catch(throwExplained({ address: to, functionName: "eth_chainId" }))) {
    if (id !== chainId) throw wrongClient({ quoteId, chainId, id })
  }
}

function wrongClient({ quoteId, chainId, id }: { quoteId: string; chainId: number; id: number }): RouteRefusedError {
  return new RouteRefusedError("WRONG_CHAIN", { quoteId, requested: `${chainId}`, offered: `${id}, of the client` })
}
