import { lstat } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import path from "node:path"

import type { Address } from "viem"

import { AbortedError } from "../../http/errors.js"
import { delay } from "../../http/polling/unlessAborted.js"
import type { Clock } from "../../primitives/clock.js"
import { formatDuration } from "../../primitives/duration.js"
import { explained, JournalUnusableError } from "../../primitives/files/fileErrors.js"
import { makeFolder } from "../../primitives/files/privateFiles.js"
import { takeFileLock } from "../../primitives/files/takeFileLock.js"
import { AccountBusyError } from "./Submission.js"

export type LockAccountParameters = {
  readonly account: Address
  readonly chainId: number
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
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
}: LockAccountParameters): Promise<AsyncDisposable> {
  const chain = String(chainId)
  const folder = await openAccountLocks()
  const begun = clock.now()
  for (;;) {
    if (signal?.aborted === true) throw new AbortedError()
    const taken = await takeFileLock(folder, `${chain}-${account.toLowerCase()}`)
    if (!("holder" in taken)) return { [Symbol.asyncDispose]: taken.release }
    const waited = clock.now() - begun
    if (waited >= accountPatience) {
      const { holder, file } = taken
      throw new AccountBusyError({ account, chain, "held by": holder, file, waited: formatDuration(waited) })
    }
    await delay(intervalMs, { clock, signal })
  }
}

/**
 * Returns the folder of the locks that all projects of a user on this machine share, and creates it if needed. It need not outlast a
 * restart, because no holder of a lock does.
 *
 * @throws {JournalUnusableError} another user made the folder, and could remove the locks
 */
export async function openAccountLocks(): Promise<string> {
  const { uid } = userInfo()
  const folder = path.join(tmpdir(), `hardhat-plugs-${uid}`)
  await makeFolder(folder)
  const stat = await explained(folder, () => lstat(folder), folder)
  // Systems without user ids have a temporary folder for each user.
  const isOwn = uid === -1 || (stat.uid === uid && (stat.mode & 0o022) === 0)
  if (stat.isDirectory() && isOwn) return folder
  throw new JournalUnusableError({
    folder,
    reason: "another user made it, or may write to it",
    advice: "Delete it, or set TMPDIR to a folder that only this user can write to.",
  })
}
