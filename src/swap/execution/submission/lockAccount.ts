import { AbortedError } from "../../../http/errors.js"
import { delay } from "../../../http/polling/delay.js"
import { formatDuration } from "../../../primitives/duration.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { openAccountLocks } from "./accountLocks.js"
import { takeFileLock } from "../journal/takeFileLock.js"
import { chooseNonce } from "./chooseNonce.js"
import type { Execution, JournalEntry } from "../types.js"

/** Another execution on this machine kept sending from the same account. Nothing was sent. */
export class AccountBusyError extends PlugsError {
  readonly code = "ACCOUNT_BUSY"

  constructor(facts: { account: string; chain: string; "held by": string; file: string; waited: string }) {
    super("Another swap is being sent from the same account.", {
      facts,
      next: "Wait until it is sent, then run this again. Delete the file only if you are sure that no process uses it.",
    })
  }
}

/** Exclusive use of an account on this machine, until this is disposed of. */
export type AccountLock = AsyncDisposable & {
  /** Chooses the nonce of the next transaction. */
  readonly nextNonce: () => Promise<number>
}

/** How long to wait for another execution to send, in milliseconds: longer than it waits for two approvals by default. */
const accountPatience = 10 * 60_000

const interval = 100

/**
 * Reserves an account on a chain, so that of the executions on this machine only one chooses a nonce at a time. Hold it from before the
 * first approval until the swap is sent, so that no two of them take the same nonce, or the other's allowance.
 *
 * @throws {AccountBusyError} another execution held it for too long
 * @throws {AbortedError} the signal was aborted
 */
export async function lockAccount(execution: Execution<JournalEntry | undefined>): Promise<AccountLock> {
  const { address } = execution.account
  const { client, request, signal } = execution.parameters
  const { clock } = client
  const chain = String(request.originChainId)
  const folder = await openAccountLocks()
  const begun = clock.now()
  for (;;) {
    if (signal?.aborted === true) throw new AbortedError()
    const taken = await takeFileLock(folder, `${chain}-${address.toLowerCase()}`)
    if (!("holder" in taken)) {
      return { nextNonce: () => chooseNonce(execution), [Symbol.asyncDispose]: taken.release }
    }
    const waited = clock.now() - begun
    if (waited >= accountPatience) {
      const { holder, file } = taken
      throw new AccountBusyError({ account: address, chain, "held by": holder, file, waited: formatDuration(waited) })
    }
    await delay(interval, { clock, signal })
  }
}
