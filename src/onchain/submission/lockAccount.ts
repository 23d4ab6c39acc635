import type { Address } from "viem"

import { AccountBusyError } from "./Submission.js"
import { AbortedError } from "#src/http/errors.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { openUserFolder } from "#src/primitives/files/openUserFolder.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"

export type LockAccountParameters = {
  readonly account: Address
  readonly chainId: number
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  /** What else is reserved in place of the account, by a file of this name. Nothing but what sends from the account takes it. */
  readonly file?: { readonly folder: string; readonly name: string } | undefined
}

/** How long to wait for another process to send, in milliseconds: longer than it waits for two approvals by default. */
const accountPatience = 10 * 60_000

const intervalMs = 100

/**
 * Reserves an account on a chain until the lock is disposed of, so that of the processes on this machine only one chooses a nonce at a
 * time. Hold it until the transaction is sent.
 *
 * @throws {AccountBusyError} another process held it for too long
 * @throws {AbortedError} the signal was aborted
 */
export async function lockAccount({
  account,
  chainId,
  clock,
  signal,
  file: own,
}: LockAccountParameters): Promise<AsyncDisposable> {
  const chain = String(chainId)
  const { folder, name } = own ?? { folder: await openUserFolder(), name: `${chain}-${account.toLowerCase()}` }
  const begun = clock.now()
  for (;;) {
    if (signal?.aborted === true) throw new AbortedError()
    const taken = await takeFileLock(folder, name)
    if (!("holder" in taken)) return { [Symbol.asyncDispose]: taken.release }
    const waited = clock.now() - begun
    if (waited >= accountPatience) {
      const { holder, file } = taken
      throw new AccountBusyError({ account, chain, "held by": holder, file, waited: formatDuration(waited) })
    }
    await delay(intervalMs, { clock, signal })
  }
}
