import type { Address } from "viem"
import { isAddressEqual } from "viem/utils"

import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import type { Begun, ExecuteRouteParameters, JournalEntry } from "./types.js"
import { withSharedTally } from "#src/onchain/gas/GasPlan.js"
import { reserveAccount, type ReservedAccount } from "#src/onchain/submission/reserveAccount.js"
import { accountOf } from "#src/onchain/transact.js"

/**
 * Reserves the quote of a route, and does something with its execution, which may have no entry in the journal yet.
 *
 * @throws {RouteBusyError} another call is executing the same quote
 */
export async function lockExecution<T>(
  parameters: ExecuteRouteParameters,
  work: (execution: Begun) => Promise<T>,
): Promise<T> {
  const { journal, walletClient, route } = parameters
  const account = accountOf(walletClient)
  const quoteId = checkQuoteId(route.quoteId, "route.quoteId")
  const id = (await journal.read(quoteId))?.continues ?? quoteId
  const lock = await journal.lock(id)
  try {
    return await work({ parameters: withSharedTally(parameters), account, id, entry: await journal.read(id) })
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

/**
 * Reserves the account of an execution on its chain. Hold it from before the first approval until the swap is sent, so that no two
 * executions take the same nonce, or the other's allowance.
 *
 * @throws {AccountBusyError} another process held it for too long
 * @throws {AbortedError} the signal was aborted
 */
export async function lockSender({ account, parameters }: Begun): Promise<ReservedAccount> {
  const { client, publicClient, journal, request, signal } = parameters
  const chainId = Number(request.originChainId)
  const readUsed = async (): Promise<ReadonlySet<number>> => noncesOf(await journal.list(), account.address, chainId)
  return await reserveAccount({ account, chainId, publicClient, readUsed, clock: client.clock, signal })
}

/**
 * The nonces of swaps that were sent and are not known to be mined.
 *
 * A swap that was signed and never sent does not count. At most one of it and the next transaction can be mined, whichever is first.
 */
function noncesOf(entries: readonly JournalEntry[], address: Address, chain: number): ReadonlySet<number> {
  const sent = entries.filter(
    ({ account, chainId, state }) => isAddressEqual(account, address) && chainId === chain && state === "SENT",
  )
  // A wallet or node that signs itself keeps count itself.
  return new Set(sent.flatMap(({ submission }) => (submission?.raw === undefined ? [] : [submission.nonce])))
}
