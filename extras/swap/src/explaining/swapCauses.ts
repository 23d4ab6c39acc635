import type { FoundCause } from "#src/explaining/explain.js"

/** Why a swap does not arrive, in the order in which it can be stopped. */
export const swapCauses = {
  "quote-unknown": { verdict: "unknown" },
  "journal-held": { verdict: "waiting" },
  "chain-restarted": { verdict: "failed" },
  "origin-unread": { verdict: "unknown" },
  "chain-not-read": { verdict: "unknown" },
  "sending-unclear": { verdict: "unknown" },
  "deposit-returned": { verdict: "failed" },
  "deposit-not-taken": { verdict: "waiting" },
  "deposit-unpaid": { verdict: "stuck" },
  "quote-expired": { verdict: "failed" },
  "balance-missing": { verdict: "stuck" },
  "allowance-missing": { verdict: "stuck" },
  "fee-risen": { verdict: "stuck" },
  "price-moved": { verdict: "failed" },
  "call-reverts": { verdict: "stuck" },
  "not-sent": { verdict: "stuck" },
  "transaction-dropped": { verdict: "stuck" },
  "transaction-replaced": { verdict: "failed" },
  "transaction-reverted": { verdict: "failed" },
  "transaction-pending": { verdict: "waiting" },
  "message-stuck": { verdict: "stuck" },
  "release-due": { verdict: "stuck" },
  "refund-waiting": { verdict: "stuck" },
  "refund-under-way": { verdict: "waiting" },
  refunded: { verdict: "failed" },
  "route-failed": { verdict: "failed" },
  "api-ahead-of-chain": { verdict: "unknown" },
  "destination-unread": { verdict: "unknown" },
  "provider-late": { verdict: "stuck" },
  "api-behind-chain": { verdict: "waiting" },
  "api-silent": { verdict: "unknown" },
  "allowance-left": { verdict: "waiting" },
} as const

/** The name of a cause why a swap has not arrived: docs/reference/causes.md lists them. */
export type SwapCauseName = keyof typeof swapCauses

export type SwapCause = FoundCause<SwapCauseName>
