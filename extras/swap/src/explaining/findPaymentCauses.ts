import type { PayoutReading } from "../reading/readPayout.js"
import type { SwapCase } from "../reading/types.js"
import type { RouteStatus } from "../types.js"
import type { SwapCause } from "./swapCauses.js"
import { apiEvidence } from "./words.js"
import { byOthers } from "#src/explaining/explain.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { excerpt } from "#src/primitives/text.js"

/** Finds whether the destination chain shows what the API says: that the receiver was paid. */
export function findPaymentCauses(
  swap: SwapCase,
  route: RouteStatus,
  payout: PayoutReading | undefined,
): readonly SwapCause[] {
  // Nothing shows that it began: that has a cause of its own.
  if (payout === undefined || payout.kind === "seen") return []
  if (payout.kind === "unread") return [unreadCause(swap, payout.problem)]
  const { txHash } = route.destination
  return [aheadCause(swap, payout.problem, txHash !== null && isEvmHash(txHash) ? txHash : null)]
}

/** The API says that a swap is over, and the chain does not show it. */
export function aheadCause(swap: SwapCase, problem: string, txHash: string | null): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "api-ahead-of-chain",
    says: `The swap API says that the swap is ${status}${txHash === null ? "" : ` in ${excerpt(txHash)}`}, and ${problem}.`,
    evidence: [apiEvidence(swap)],
    fix: byOthers("the operator of the swap API corrects its answer"),
  }
}

/** The API says that a swap is over, and the chain that would show it cannot be read. */
export function unreadCause(swap: SwapCase, problem: string): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "destination-unread",
    says: `The swap API says that the swap is ${status}, and nothing confirms it: ${problem}.`,
    evidence: [apiEvidence(swap)],
    fix: "add the chain to plugs.chains, or start its node",
  }
}
