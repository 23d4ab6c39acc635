import { lockAccount } from "../../../onchain/submission/lockAccount.js"
import type { Execution, JournalEntry } from "../types.js"
import { chooseNonce } from "./chooseNonce.js"

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
export async function lockSender(execution: Execution<JournalEntry | undefined>): Promise<AccountLock> {
  const { client, request, signal } = execution.parameters
  const { address: account } = execution.account
  const lock = await lockAccount({ account, chainId: Number(request.originChainId), clock: client.clock, signal })
  return { nextNonce: () => chooseNonce(execution), [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() }
}
