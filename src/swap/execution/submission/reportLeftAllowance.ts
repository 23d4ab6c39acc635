import { readLeftAllowance } from "../../../onchain/allowances/approveExactly.js"
import { accountOf } from "../../../onchain/transact.js"
import { RouteBusyError } from "../executionErrors.js"
import { readFirstEntry } from "../journal/readFirstEntry.js"
import type { ExecuteRouteParameters } from "../types.js"
import { idleApproval } from "./idleApproval.js"

/**
 * Reports the allowance that a failed execution approved and did not use, and how to revoke it. Reads the journal and the chain; if they
 * do not answer, nothing is reported, because the failure itself matters more.
 *
 * @param error why the execution failed
 */
export async function reportLeftAllowance(parameters: ExecuteRouteParameters, error: unknown): Promise<void> {
  // The other execution may be about to use it.
  if (error instanceof RouteBusyError) return
  const { publicClient, walletClient, journal, route, onStep } = parameters
  try {
    const entry = await readFirstEntry(journal, route.quoteId)
    const approval = entry === undefined ? undefined : idleApproval(entry)
    if (entry === undefined || approval === undefined) return
    const left = await readLeftAllowance(publicClient, approval, accountOf(walletClient).address)
    if (left.amount > 0n) onStep?.({ state: "ALLOWANCE_LEFT", quoteId: entry.route.quoteId, ...left })
  } catch {
    return
  }
}
