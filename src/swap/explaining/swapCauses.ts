import type { FoundCause } from "../../explaining/explain.js"

/** Why a swap does not arrive, in the order in which it can be stopped. */
export const swapCauses = {
  "quote-unknown": {
    verdict: "unknown",
    means: "Neither the swap API nor the journal of this project knows the quote, or a swap of this transaction.",
    fix: "Check the id. A deposit is found by the id of its quote alone.",
  },
  "journal-held": {
    verdict: "waiting",
    means: "Another process is executing this quote at the moment, and holds its lock in the journal.",
    fix: "Wait until the process that is named ends.",
  },
  "chain-restarted": {
    verdict: "failed",
    means: "The local chain that it was executed on is gone: the network runs another chain by now.",
    fix: "Swap again.",
  },
  "origin-unread": {
    verdict: "unknown",
    means: "The origin chain cannot be read, so that nothing the swap API says is confirmed.",
    fix: "Add the chain to the configuration, or start its node.",
  },
  "chain-not-read": {
    verdict: "unknown",
    means: "The time for the explanation was over before every chain was read, so causes can be missing.",
    fix: "Look again later, or use other nodes.",
  },
  "sending-unclear": {
    verdict: "unknown",
    means: "The node cannot tell whether the transaction was sent.",
    fix: "Look again when the account's pending transactions are mined.",
  },
  "deposit-unpaid": {
    verdict: "stuck",
    means: "The deposit that starts it is not paid.",
    fix: "Pay it before its quote expires.",
  },
  "quote-expired": {
    verdict: "failed",
    means: "The quote expired before its transaction was sent.",
    fix: "Swap again, with a new quote.",
  },
  "balance-missing": {
    verdict: "stuck",
    means: "The account owns less than the swap takes.",
    fix: "Send the account what is missing.",
  },
  "allowance-missing": {
    verdict: "stuck",
    means: "The contract of the route may take less of the input token than the swap needs.",
    fix: "Begin the swap again, which approves it.",
  },
  "fee-risen": {
    verdict: "stuck",
    means: "The messages of the route cost more than its transaction attaches.",
    fix: "Swap again, with a new quote.",
  },
  "price-moved": {
    verdict: "failed",
    means: "The price has moved: a new quote gives less than was accepted.",
    fix: "Swap again, if you accept the new price.",
  },
  "call-reverts": {
    verdict: "stuck",
    means: "A simulation of the route's transaction reverts.",
    fix: "Swap again, with another route.",
  },
  "not-sent": {
    verdict: "stuck",
    means: "The transaction was not sent, and nothing stops it.",
    fix: "Resume the swap if it was signed, or begin it again.",
  },
  "transaction-dropped": {
    verdict: "stuck",
    means: "The transaction was sent, and the node does not have it any more.",
    fix: "Resume the swap, which sends the same signed bytes again.",
  },
  "transaction-replaced": {
    verdict: "failed",
    means: "Another transaction of the account was mined with its nonce, so that it can never be mined.",
    fix: "Swap again.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction was mined and reverted, so that nothing was swapped.",
    fix: "Fix why it reverted, and swap again.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction was sent, and is not mined yet.",
    fix: "Nothing has to be done.",
  },
  "message-stuck": {
    verdict: "stuck",
    means: "A message of the provider's bridge does not arrive. Its own cause is in the evidence.",
    fix: "Fix the message's cause: the command is the one that `messaging explain` prints.",
  },
  "release-due": {
    verdict: "stuck",
    means: "The bridge holds the value on the destination chain longer than it has to, because it was not released.",
    fix: "Call the function that the sentence names, as anyone may, or ask the provider to.",
  },
  "refund-waiting": {
    verdict: "stuck",
    means: "The swap failed, and its refund waits for something that does not happen by itself.",
    fix: "The sentence says what the refund waits for. Mostly the provider has to do it.",
  },
  "refund-under-way": {
    verdict: "waiting",
    means: "The swap failed, and its refund is under way.",
    fix: "Nothing has to be done.",
  },
  refunded: {
    verdict: "failed",
    means: "The swap failed, and was refunded.",
    fix: "Swap again.",
  },
  "route-failed": {
    verdict: "failed",
    means: "The swap API says that the swap failed, and reports no refund.",
    fix: "The operator of the swap API has to correct it.",
  },
  "api-ahead-of-chain": {
    verdict: "unknown",
    means: "The swap API says that the swap is over, and the chain does not show it.",
    fix: "The operator of the swap API has to correct it.",
  },
  "destination-unread": {
    verdict: "unknown",
    means: "The swap API says that the swap is over, and the chain that would confirm it cannot be read.",
    fix: "Add the chain to the configuration, or start its node.",
  },
  "provider-late": {
    verdict: "stuck",
    means: "The provider takes many times as long as it said.",
    fix: "The provider of the route has to pay or refund.",
  },
  "api-behind-chain": {
    verdict: "waiting",
    means: "The chain shows the swap's transaction, and the swap API does not know of it.",
    fix: "Wait. If it stays so, ask the operator of the swap API.",
  },
  "api-silent": {
    verdict: "unknown",
    means: "The swap API does not answer.",
    fix: "Check its address and its key with `plugs doctor`.",
  },
  "allowance-left": {
    verdict: "waiting",
    means: "The swap has approved more than it used, and a contract may still take it.",
    fix: "Revoke the allowance.",
  },
} as const

/** The name of a cause why a swap has not arrived: docs/explain.md lists them. */
export type SwapCauseName = keyof typeof swapCauses

export type SwapCause = FoundCause<SwapCauseName>
