import { getTransactionCount } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import type { Begun, ExecuteRouteParameters } from "./types.js"
import { tallied } from "#src/onchain/gas/GasPlan.js"
import { lockAccount } from "#src/onchain/submission/lockAccount.js"
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
    return await work({ parameters: tallied(parameters), account, id, entry: await journal.read(id) })
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

/** Exclusive use of an account on this machine, until this is disposed of. */
export type AccountLock = AsyncDisposable & {
  /** Chooses the nonce of the next transaction. */
  readonly nextNonce: () => Promise<number>
}

/**
 * Reserves the account of an execution on its chain. Hold it from before the first approval until the swap is sent, so that no two
 * executions take the same nonce, or the other's allowance.
 *
 * @throws {AccountBusyError} another process held it for too long
 * @throws {AbortedError} the signal was aborted
 */
export async function lockSender(execution: Begun): Promise<AccountLock> {
  const { client, request, signal } = execution.parameters
  const { address: account } = execution.account
  const lock = await lockAccount({ account, chainId: Number(request.originChainId), clock: client.clock, signal })
  return { nextNonce: () => chooseNonce(execution), [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() }
}

/**
 * Chooses the nonce of the next transaction. The node's pending transactions count, and so do the swaps of the journal that were sent and
 * are not known to be mined: another node of the same provider may not have them yet. Hold the account's lock.
 *
 * A swap that was signed and never sent does not count. At most one of it and the next transaction can be mined, whichever is first.
 */
async function chooseNonce({
  account: { address },
  parameters: { publicClient, journal, request },
}: Begun): Promise<number> {
  const pending = await getTransactionCount(publicClient, { address, blockTag: "pending" })
  const entries = await journal.list()
  const sent = new Set(
    entries
      .filter(
        ({ account, chainId, state }) =>
          isAddressEqual(account, address) && chainId === request.originChainId && state === "SENT",
      )
      // A wallet or node that signs itself keeps count itself.
      .flatMap(({ submission }) => (submission?.raw === undefined ? [] : [submission.nonce])),
  )
  let nonce = pending
  while (sent.has(nonce)) nonce += 1
  return nonce
}
