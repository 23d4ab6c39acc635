/** Why a message does not arrive, in the order in which it can be stopped. */
export const messageCauses = {
  "transaction-on-another-chain": {
    verdict: "unknown",
    means: "The transaction is on another chain than the one that was named.",
    mendedBy: "You: name its chain. The command is ready.",
  },
  "transaction-not-found": {
    verdict: "unknown",
    means: "No node of `plugs.chains` knows the transaction.",
    mendedBy: "You: check the hash and the chain, or wait until the node has it.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    mendedBy: "Nobody has to. If it waits for another nonce or offers too little gas price, its account.",
  },
  "transaction-replaced": {
    verdict: "failed",
    means: "Another transaction of the same account was mined with the same nonce.",
    mendedBy: "You: follow that one, or send again.",
  },
  "transaction-dropped": {
    verdict: "failed",
    means: "The transaction was submitted, and the node does not have it any more.",
    mendedBy: "You: send again.",
  },
  reorged: {
    verdict: "failed",
    means: "A reorg took the transaction or its message back.",
    mendedBy: "You: send again, or follow the message that the transaction sent instead.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it sent nothing.",
    mendedBy: "You: mend why it reverted, and send again.",
  },
  "only-internal-calls": {
    verdict: "failed",
    means: "A call of `outbound` was made inside the transaction, and undone because it or a call around it reverted.",
    mendedBy: "You: mend why it reverted, and send again.",
  },
  "nothing-sent": {
    verdict: "failed",
    means: "The transaction was mined, and no call reached the socket.",
    mendedBy: "You: call a function that sends, of a plug that uses the configured socket.",
  },
  "message-of-another-transaction": {
    verdict: "unknown",
    means: "The transaction did not send the message of this id.",
    mendedBy: "You: name the transaction that did. The command is ready if it was found.",
  },
  "message-not-found": {
    verdict: "unknown",
    means: "No transaction was found that sent the message of this id.",
    mendedBy: "You: give the hash of the transaction.",
  },
  "not-connected": {
    verdict: "stuck",
    means: "The destination plug is connected to nobody on the source chain.",
    mendedBy: "The owner of the plug: connect it.",
  },
  "inbound-reverts": {
    verdict: "stuck",
    means: "inbound of the destination plug reverts.",
    mendedBy: "The owner of the plug.",
  },
  "chain-behind": {
    verdict: "unknown",
    means: "The messaging API shows more than the node does: the node lags behind, or follows another fork.",
    mendedBy: "Whoever runs the node: wait until it has caught up, or use another one.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The messaging API shows less than the chains do. The message goes on all the same.",
    mendedBy: "Whoever runs the API. The chains decide.",
  },
  "api-unknown-chain": {
    verdict: "waiting",
    means: "The messaging API does not know the chain. The message can be delivered all the same.",
    mendedBy: "You: check `plugs.messaging.baseUrl`, or go by the chains alone.",
  },
  "api-key-refused": {
    verdict: "waiting",
    means: "The messaging API refuses the API key. The message can be delivered all the same.",
    mendedBy: "You: set `plugs.messaging.apiKey`.",
  },
  "api-unreachable": {
    verdict: "waiting",
    means: "The messaging API does not answer. The message can be delivered all the same.",
    mendedBy: "Whoever runs the API, or you if its address is wrong.",
  },
} as const

export type MessageCauseName = keyof typeof messageCauses
