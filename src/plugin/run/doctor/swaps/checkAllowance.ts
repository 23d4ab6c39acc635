import path from "node:path"

import { readLeftAllowance } from "../../../../onchain/approveExactly.js"
import { idleApproval } from "../../../../swap/execution/submission/idleApproval.js"
import { identifyChain } from "../../swap/identifyChain.js"
import { chainFolderName } from "../../openChainFolder.js"
import type { DoctorChain } from "../chains/DoctorChain.js"
import { type Finding, ok, warning } from "../checks.js"
import type { ReadJournal } from "./readJournals.js"

/** Checks that no contract may still take tokens that a swap was meant to use. One line for each that may. */
export async function checkAllowance(
  chain: DoctorChain,
  journals: readonly ReadJournal[],
): Promise<readonly Finding[]> {
  const { client, connection } = await chain.open()
  const name = chainFolderName(await identifyChain(connection, client))
  const entries = journals.filter(({ folder }) => path.basename(folder) === name).flatMap((journal) => journal.entries)
  // Several swaps can have used the same allowance.
  const approvals = new Map(
    entries.flatMap((entry) => {
      const approval = idleApproval(entry)
      const key = `${entry.account} ${approval?.token} ${approval?.spender}`.toLowerCase()
      return approval === undefined ? [] : [[key, { ...approval, account: entry.account }] as const]
    }),
  )
  const left = await Promise.all(
    [...approvals.values()].map(async ({ account, ...approval }) => ({
      account,
      ...(await readLeftAllowance(client, approval, account)),
    })),
  )
  const findings = left
    .filter(({ amount }) => amount > 0n)
    .map(({ account, token, spender, amount, revoke }) =>
      warning(
        `${spender} may still take ${amount} (in the smallest unit) of the token ${token} from ${account}.`,
        `To revoke it, send from ${account} a transaction to ${revoke.to} on ${chain.name} with the data ${revoke.data}.`,
      ),
    )
  if (findings.length > 0) return findings
  return [ok(approvals.size === 0 ? "No swap has approved anything." : "Nothing is left of what swaps have approved.")]
}
