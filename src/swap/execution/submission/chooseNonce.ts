import { getTransactionCount } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import type { Execution, JournalEntry } from "../types.js"

/**
 * Chooses the nonce of the next transaction. The node's pending transactions count, and so do the swaps of the journal that were sent and
 * are not known to be mined: another node of the same provider may not have them yet. Hold the account's lock.
 *
 * A swap that was signed and never sent does not count. At most one of it and the next transaction can be mined, whichever is first.
 */
export async function chooseNonce({
  account: { address },
  parameters: { publicClient, journal, request },
}: Execution<JournalEntry | undefined>): Promise<number> {
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
