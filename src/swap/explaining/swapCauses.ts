/** Why a swap does not arrive, in the order in which it can be stopped. */
export const swapCauses = {
  "quote-unknown": {
    verdict: "unknown",
    means: "Neither the swap API nor the journal of this project knows the quote, or a swap of this transaction.",
    fix: "You: check the id. A deposit is found by its quote's id alone.",
  },
  "journal-held": {
    verdict: "waiting",
    means: "Another process is executing this quote at the moment, and holds its lock in the journal.",
    fix: "The process that is named: wait until it ends.",
  },
  "chain-restarted": {
    verdict: "failed",
    means: "The local chain that it was executed on is gone: the network runs another chain by now.",
    fix: "You: swap again.",
  },
  "origin-unread": {
    verdict: "unknown",
    means: "The origin chain cannot be read, so that nothing the swap API says is confirmed.",
    fix: "You: add the chain to the configuration, or start its node.",
  },
  "sending-unclear": {
    verdict: "unknown",
    means: "The node cannot tell whether the transaction was sent.",
    fix: "You: ask again when the account's pending transactions are mined.",
  },
  "deposit-unpaid": {
    verdict: "stuck",
    means: "Nobody has paid the deposit that starts it.",
    fix: "You: pay it before its quote expires.",
  },
  "quote-expired": {
    verdict: "failed",
    means: "The quote expired before its transaction was sent.",
    fix: "You: swap again, with a new quote.",
  },
  "balance-missing": {
    verdict: "stuck",
    means: "The account owns less than the swap takes.",
    fix: "You: give the account what is missing.",
  },
  "allowance-missing": {
    verdict: "stuck",
    means: "The contract of the route may take less of the input token than the swap needs.",
    fix: "You: begin the swap again, which approves it.",
  },
  "fee-risen": {
    verdict: "stuck",
    means: "The messages of the route cost more than its transaction attaches.",
    fix: "You: swap again, with a new quote.",
  },
  "price-moved": {
    verdict: "failed",
    means: "The price has moved: a new quote gives less than was accepted.",
    fix: "You: swap again, if you accept the new price.",
  },
  "call-reverts": {
    verdict: "stuck",
    means: "A simulation of the route's transaction reverts.",
    fix: "You: swap again, with another route.",
  },
  "not-sent": {
    verdict: "stuck",
    means: "The transaction was not sent, and nothing stops it.",
    fix: "You: resume the swap if it was signed, or begin it again.",
  },
  "transaction-dropped": {
    verdict: "stuck",
    means: "The transaction was sent, and the node does not have it any more.",
    fix: "You: resume the swap, which sends the same signed bytes again.",
  },
  "transaction-replaced": {
    verdict: "failed",
    means: "Another transaction of the account was mined with its nonce, so that it can never be mined.",
    fix: "You: swap again.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction was mined and reverted, so that nothing was swapped.",
    fix: "You: mend why it reverted, and swap again.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction was sent, and is not mined yet.",
    fix: "Nobody has to do anything.",
  },
  "message-stuck": {
    verdict: "stuck",
    means: "A message of the provider's bridge does not arrive. Its own cause is in the evidence.",
    fix: "Whoever can mend the message's cause: the same command that `messaging explain` prints.",
  },
  "release-due": {
    verdict: "stuck",
    means: "The bridge holds the value on the destination chain longer than it has to, because nobody releases it.",
    fix: "The provider. Anybody may call the function that the sentence names.",
  },
  "refund-waiting": {
    verdict: "stuck",
    means: "The swap failed, and its refund waits for something that does not happen by itself.",
    fix: "The provider. The sentence says what the refund waits for.",
  },
  "refund-under-way": {
    verdict: "waiting",
    means: "The swap failed, and its refund is under way.",
    fix: "Nobody has to do anything.",
  },
  refunded: {
    verdict: "failed",
    means: "The swap failed, and was refunded.",
    fix: "You: swap again.",
  },
  "route-failed": {
    verdict: "failed",
    means: "The swap API says that the swap failed, and reports no refund.",
    fix: "The operator of the swap API.",
  },
  "api-ahead-of-chain": {
    verdict: "unknown",
    means: "The swap API says that the swap is over, and the chain does not show it.",
    fix: "The operator of the swap API.",
  },
  "destination-unread": {
    verdict: "unknown",
    means: "The swap API says that the swap is over, and the chain that would confirm it cannot be read.",
    fix: "You: add the chain to the configuration, or start its node.",
  },
  "provider-late": {
    verdict: "stuck",
    means: "The provider takes many times as long as it said.",
    fix: "The provider of the route.",
  },
  "api-behind-chain": {
    verdict: "waiting",
    means: "The chain shows the swap's transaction, and the swap API does not know of it.",
    fix: "Nobody at first. If it stays so, the operator of the swap API.",
  },
  "api-silent": {
    verdict: "unknown",
    means: "The swap API does not answer.",
    fix: "You: check its address and its key with `plugs doctor`.",
  },
  "allowance-left": {
    verdict: "waiting",
    means: "The swap has approved more than it used, and a contract may still take it.",
    fix: "You: revoke the allowance.",
  },
} as const

export type SwapCauseName = keyof typeof swapCauses
