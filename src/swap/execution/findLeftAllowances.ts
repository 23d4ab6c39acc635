import type { Address, Client } from "viem"

import { type LeftAllowance, readLeftAllowance } from "../../onchain/allowances.js"
import type { JournalEntry } from "../index.js"
import { idleApproval } from "./journal/entries.js"

/** What a contract may still take of an account, because a swap approved it. */
export type AccountAllowance = LeftAllowance & { readonly account: Address }

/** The allowances that swaps have approved and do not need at the moment, each once: several swaps can have used the same one. */
export async function findLeftAllowances(
  client: Client,
  entries: readonly JournalEntry[],
): Promise<{ readonly checked: number; readonly left: readonly AccountAllowance[] }> {
  const approvals = new Map(
    entries.flatMap((entry) => {
      const approval = idleApproval(entry)
      const key = `${entry.account} ${approval?.token} ${approval?.spender}`.toLowerCase()
      return approval === undefined ? [] : [[key, { ...approval, account: entry.account }] as const]
    }),
  )
  const read = await Promise.all(
    [...approvals.values()].map(async ({ account, ...approval }) => ({
      account,
      ...(await readLeftAllowance(client, approval, account)),
    })),
  )
  return { checked: approvals.size, left: read.filter(({ amount }) => amount > 0n) }
}
