/** Why a message does not arrive, in the order in which it can be stopped. */
export const messageCauses = {
  "transaction-on-another-chain": {
    verdict: "unknown",
    means: "The transaction is on another chain than the one that was named.",
    fix: "You: name its chain. The command is ready.",
  },
  "transaction-not-found": {
    verdict: "unknown",
    means: "No node of `plugs.chains` knows the transaction.",
    fix: "You: check the hash and the chain, or wait until the node has it.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    fix: "Nobody has to. If it waits for another nonce or offers too little gas price, its account.",
  },
  "transaction-replaced": {
    verdict: "failed",
    means: "Another transaction of the same account was mined with the same nonce.",
    fix: "You: follow that one, or send again.",
  },
  "transaction-dropped": {
    verdict: "failed",
    means: "The transaction was submitted, and the node does not have it any more.",
    fix: "You: send again.",
  },
  reorged: {
    verdict: "failed",
    means: "A reorg took the transaction or its message back.",
    fix: "You: send again, or follow the message that the transaction sent instead.",
  },
  "not-connected-on-source": {
    verdict: "failed",
    means: "The transaction reverted because the plug is not connected to the chain that it sends to.",
    fix: "The owner of the source plug, with `messaging connect`. Then you: send again.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it sent nothing.",
    fix: "You: mend why it reverted, and send again.",
  },
  "only-internal-calls": {
    verdict: "failed",
    means: "A call of `outbound` was made inside the transaction, and undone because it or a call around it reverted.",
    fix: "You: mend why it reverted, and send again.",
  },
  "nothing-sent": {
    verdict: "failed",
    means: "The transaction was mined, and no call reached the socket.",
    fix: "You: call a function that sends, of a plug that uses the configured socket.",
  },
  "message-of-another-transaction": {
    verdict: "unknown",
    means: "The transaction did not send the message of this id.",
    fix: "You: name the transaction that did. The command is ready if it was found.",
  },
  "message-not-found": {
    verdict: "unknown",
    means: "No transaction was found that sent the message of this id.",
    fix: "You: give the hash of the transaction.",
  },
  "not-connected": {
    verdict: "stuck",
    means: "The destination plug is connected to nobody on the source chain.",
    fix: "The owner of the destination plug, with `messaging connect`. The message then goes on by itself.",
  },
  "other-sibling": {
    verdict: "stuck",
    means: "The destination plug is connected to another plug than the one that sent the message.",
    fix: "The owner of the destination plug, with `messaging connect`. The message then goes on by itself.",
  },
  "not-sealed": {
    verdict: "stuck",
    means: "The packet was not sealed on the source chain, though that is due. A capacitor seals its packets in order.",
    fix: "The transmitter of the source chain. On a devnet it is the relay, whose stage `seal` is paused.",
  },
  "not-proposed": {
    verdict: "stuck",
    means: "The packet is sealed, and was not proposed on the destination chain, though that is due.",
    fix: "The transmitter of the destination chain. On a devnet it is the relay, whose stage `propose` is paused.",
  },
  "wrong-root": {
    verdict: "stuck",
    means: "The packet was proposed with another root than the message gives.",
    fix: "The transmitter of the destination chain, who has to propose it anew.",
  },
  "proposed-for-another-switchboard": {
    verdict: "stuck",
    means: "The packet was proposed for another switchboard than the one that the destination plug believes.",
    fix: "The transmitter of the destination chain, who has to propose it anew.",
  },
  "switchboards-do-not-fit": {
    verdict: "stuck",
    means:
      "The switchboard that sent the packet is the sibling of another one than the destination plug believes, such as a fast one and an optimistic one.",
    fix: "The owner of the destination plug, with `messaging connect … --switchboard`.",
  },
  "everything-tripped": {
    verdict: "stuck",
    means: "The switchboard of the destination plug is tripped for packets of every chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard, with `unTrip`.",
  },
  "path-tripped": {
    verdict: "stuck",
    means: "The switchboard of the destination plug is tripped for packets of the source chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard, with `unTripPath`.",
  },
  "proposal-tripped": {
    verdict: "stuck",
    means: "Every proposal of the packet is tripped, which cannot be undone.",
    fix: "The transmitter of the destination chain, who has to propose it anew.",
  },
  "below-initial-packet": {
    verdict: "failed",
    means: "The number of the packet lies below the first one that the switchboard of the destination plug lets pass.",
    fix: "You: send the message again.",
  },
  "switchboard-fails": {
    verdict: "stuck",
    means: "The switchboard of the destination plug reverts, or is no contract, when it is asked about the packet.",
    fix:
      "The owner of the destination plug, with `messaging connect … --switchboard`, or whoever runs the switchboard.",
  },
  "own-switchboard": {
    verdict: "stuck",
    means:
      "The destination plug believes a switchboard of somebody's own, which does not let the packet pass, such as one at which nobody attests.",
    fix:
      "The owner of the destination plug, with `messaging connect … --switchboard`, or whoever runs the switchboard.",
  },
  "attestations-missing": {
    verdict: "stuck",
    means:
      "Not all watchers have attested the packet at the fast switchboard of the destination plug, though that is due.",
    fix: "The watchers that are named. On a devnet they are the relay, whose stage `attest` is paused.",
  },
  "optimistic-timeout": {
    verdict: "waiting",
    means:
      "The optimistic switchboard of the destination plug lets the packet wait for a time, in which watchers can object.",
    fix: "Nobody: it passes by itself.",
  },
  "message-id-used": {
    verdict: "failed",
    means: "The destination chain has executed another message with the same id, because the source chain lost blocks.",
    fix: "You: send the message again.",
  },
  "destination-without-code": {
    verdict: "stuck",
    means: "There is no contract at the address that the message goes to.",
    fix: "You: connect the source plug to the right plug, and send again.",
  },
  "value-missing": {
    verdict: "stuck",
    means: "The executor has less than the native value that the message carries.",
    fix: "Whoever may execute: with `messaging retry`, from an account that has the value.",
  },
  "execution-refused": {
    verdict: "stuck",
    means: "The execution manager refuses the execution parameters of the message.",
    fix: "The owner of the destination socket.",
  },
  "inbound-reverts": {
    verdict: "stuck",
    means: "`inbound` of the destination plug reverts.",
    fix:
      "The owner of the destination plug. It is tried again by itself, or with `messaging retry` once it was given up.",
  },
  "inbound-needs-more-gas": {
    verdict: "stuck",
    means: "`inbound` of the destination plug needs more gas than the message gives it.",
    fix: "Whoever may execute: with `messaging retry … --gas-limit`. Send later messages with a higher limit.",
  },
  "given-up": {
    verdict: "stuck",
    means: "The executor has tried for long enough, and does not try again.",
    fix: "Whoever may execute: with `messaging retry`, once `inbound` succeeds.",
  },
  "not-executed": {
    verdict: "stuck",
    means: "Nothing stops the execution, and nobody has executed the message, though that is due.",
    fix: "Whoever may execute: with `messaging retry`.",
  },
  "chain-not-read": {
    verdict: "unknown",
    means:
      "A chain could not be read, or not far enough. The word of the messaging API is enough only for a message that is not late and goes on.",
    fix: "You: check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    verdict: "unknown",
    means: "The messaging API shows more than the node does: the node lags behind, or follows another fork.",
    fix: "Whoever runs the node: wait until it has caught up, or use another one.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The messaging API shows less than the chains do. The message goes on all the same.",
    fix: "Whoever runs the API. The chains decide.",
  },
  "api-unknown-chain": {
    verdict: "waiting",
    means: "The messaging API does not know the chain. The message can be delivered all the same.",
    fix: "You: check `plugs.messaging.baseUrl`, or go by the chains alone.",
  },
  "api-key-refused": {
    verdict: "waiting",
    means: "The messaging API refuses the API key. The message can be delivered all the same.",
    fix: "You: set `plugs.messaging.apiKey`.",
  },
  "api-unreachable": {
    verdict: "waiting",
    means: "The messaging API does not answer. The message can be delivered all the same.",
    fix: "Whoever runs the API, or you if its address is wrong.",
  },
} as const

export type MessageCauseName = keyof typeof messageCauses
