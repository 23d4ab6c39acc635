/** Why a message does not arrive, in the order in which it can be stopped. */
export const messageCauses = {
  "transaction-on-another-chain": {
    verdict: "unknown",
    means: "The transaction is on another chain than the one that was named.",
    fix: "Name its chain. The command is ready.",
  },
  "transaction-not-found": {
    verdict: "unknown",
    means: "No node of `plugs.chains` knows the transaction.",
    fix: "Check the hash and the chain, or wait until the node has it.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    fix: "Nothing has to be done, unless it waits for another nonce or offers too little for gas.",
  },
  "transaction-replaced": {
    verdict: "failed",
    means: "Another transaction of the same account was mined with the same nonce.",
    fix: "Follow that one, or send again.",
  },
  "transaction-dropped": {
    verdict: "failed",
    means: "The transaction was submitted, and the node does not have it any more.",
    fix: "Send again.",
  },
  reorged: {
    verdict: "failed",
    means: "A reorg took the transaction or its message back.",
    fix: "Send again, or follow the message that the transaction sent instead.",
  },
  "not-connected-on-source": {
    verdict: "failed",
    means: "The transaction reverted because the plug is not connected to the chain that it sends to.",
    fix: "The owner of the source plug connects it with `messaging connect`. Then send again.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it sent nothing.",
    fix: "Fix why it reverted, and send again.",
  },
  "only-internal-calls": {
    verdict: "failed",
    means: "A call of `outbound` was made inside the transaction, and undone because it or a call around it reverted.",
    fix: "Fix why it reverted, and send again.",
  },
  "nothing-sent": {
    verdict: "failed",
    means: "The transaction was mined, and no call reached the socket.",
    fix: "Call a function that sends, of a plug that uses the configured socket.",
  },
  "message-of-another-transaction": {
    verdict: "unknown",
    means: "The transaction did not send the message of this id.",
    fix: "Name the transaction that did. The command is ready if it was found.",
  },
  "message-not-found": {
    verdict: "unknown",
    means: "No transaction was found that sent the message of this id.",
    fix: "Give the hash of the transaction.",
  },
  "not-connected": {
    verdict: "stuck",
    means: "The destination plug is not connected to a plug on the source chain.",
    fix: "The owner of the destination plug connects it with `messaging connect`. The message is then delivered without a retry.",
  },
  "other-sibling": {
    verdict: "stuck",
    means: "The destination plug is connected to another plug than the one that sent the message.",
    fix: "The owner of the destination plug connects it with `messaging connect`. The message is then delivered without a retry.",
  },
  "actor-failed": {
    verdict: "stuck",
    means:
      "An actor of the devnet cannot do its work, and the devnet says why: such as an empty balance, or a base fee above what it pays.",
    fix: "Remove the cause on that chain. The actor tries again by itself.",
  },
  "chain-stands-still": {
    verdict: "stuck",
    means:
      "The chain on which the message waits mines no block: its automatic mining is off, or its newest block is old.",
    fix: "On a local chain, mine a block. On a public one, use another node.",
  },
  "not-sealed": {
    verdict: "stuck",
    means: "The packet was not sealed on the source chain, though that is due. A capacitor seals its packets in order.",
    fix: "The transmitter of the source chain seals it. A devnet that is paused goes on with `devnet resume`.",
  },
  "not-proposed": {
    verdict: "stuck",
    means: "The packet is sealed, and was not proposed on the destination chain, though that is due.",
    fix: "The transmitter of the destination chain proposes it. A devnet that is paused goes on with `devnet resume`.",
  },
  "wrong-root": {
    verdict: "stuck",
    means: "The packet was proposed with another root than the message gives.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "proposed-for-another-switchboard": {
    verdict: "stuck",
    means: "The packet was proposed for another switchboard than the destination plug uses.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "switchboards-do-not-fit": {
    verdict: "stuck",
    means:
      "The switchboard that sent the packet is the sibling of another one than the destination plug uses, such as a fast one and an optimistic one.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`.",
  },
  "everything-tripped": {
    verdict: "stuck",
    means: "The switchboard of the destination plug is tripped for packets of every chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard calls `unTrip`.",
  },
  "path-tripped": {
    verdict: "stuck",
    means: "The switchboard of the destination plug is tripped for packets of the source chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard calls `unTripPath`.",
  },
  "proposal-tripped": {
    verdict: "stuck",
    means: "Every proposal of the packet is tripped, which cannot be undone.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "below-initial-packet": {
    verdict: "failed",
    means: "The number of the packet is below the first one that the switchboard of the destination plug accepts.",
    fix: "Send the message again.",
  },
  "switchboard-fails": {
    verdict: "stuck",
    means: "The switchboard of the destination plug reverts, or is no contract, when it is asked about the packet.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`, or the operator of the switchboard repairs it.",
  },
  "own-switchboard": {
    verdict: "stuck",
    means:
      "The destination plug uses a switchboard that is neither a fast one with watchers nor an optimistic one, and that does not accept the packet.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`, or the operator of the switchboard repairs it.",
  },
  "attestations-missing": {
    verdict: "stuck",
    means:
      "Not all watchers have attested the packet at the fast switchboard of the destination plug, though that is due.",
    fix: "The watchers that are named attest it. A devnet that is paused goes on with `devnet resume`.",
  },
  "optimistic-timeout": {
    verdict: "waiting",
    means:
      "The optimistic switchboard of the destination plug accepts the packet after a timeout, in which watchers can object.",
    fix: "Nothing: it is accepted when the timeout is over.",
  },
  "message-id-used": {
    verdict: "failed",
    means: "The destination chain has executed another message with the same id, because the source chain lost blocks.",
    fix: "Send the message again.",
  },
  "destination-without-code": {
    verdict: "stuck",
    means: "There is no contract at the address that the message goes to.",
    fix: "Connect the source plug to the right plug, and send again.",
  },
  "value-missing": {
    verdict: "stuck",
    means: "The executor has less than the native value that the message carries.",
    fix: "Execute it with `messaging retry … --max-value`, from an account that has the value.",
  },
  "actor-without-funds": {
    verdict: "stuck",
    means: "An account that has to send the next transaction, such as the executor, has too little for its gas.",
    fix: "Its operator sends native tokens to it. A message whose packet is accepted can be executed with `messaging retry`.",
  },
  "executor-without-role": {
    verdict: "stuck",
    means: "The executor has no EXECUTOR_ROLE at the execution manager any more, so the socket refuses it.",
    fix: "The owner of the execution manager grants the role. Others who have it use `messaging retry`.",
  },
  "execution-refused": {
    verdict: "stuck",
    means: "The execution manager refuses the execution parameters of the message.",
    fix: "The owner of the destination socket sets an execution manager that accepts them.",
  },
  "inbound-reverts": {
    verdict: "stuck",
    means: "`inbound` of the destination plug reverts.",
    fix: "The owner of the destination plug changes it. The executor tries again; once it has given up, use `messaging retry`.",
  },
  "gas-limit-too-high": {
    verdict: "failed",
    means: "The message asks for more gas than any transaction of the destination chain may have.",
    fix: "Send it again with less gas.",
  },
  "inbound-needs-more-gas": {
    verdict: "stuck",
    means: "`inbound` of the destination plug needs more gas than the message gives it.",
    fix: "Execute it with `messaging retry … --gas-limit`. Send later messages with a higher limit.",
  },
  "given-up": {
    verdict: "stuck",
    means: "The executor has tried for long enough, and does not try again.",
    fix: "Execute it with `messaging retry`, once `inbound` succeeds.",
  },
  "not-executed": {
    verdict: "stuck",
    means: "Nothing stops the execution, and the message was not executed, though that is due.",
    fix: "Execute it with `messaging retry`; a devnet that is paused goes on with `devnet resume`.",
  },
  "chain-not-read": {
    verdict: "unknown",
    means:
      "A chain could not be read, or not far enough. What the messaging API reports is enough only for a message that is neither late nor failed.",
    fix: "Check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    verdict: "unknown",
    means:
      "The messaging API or another node shows more than a node does: that one lags behind, or follows another fork.",
    fix: "Wait until the node has caught up, or use another one.",
  },
  "slow-stage": {
    verdict: "waiting",
    means: "The message waits for longer than nearly every other one, and not long enough to be called stuck.",
    fix: "Look again in a while.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The messaging API shows less than the chains do. The message is delivered all the same.",
    fix: "Nothing: the API will catch up, and the chains decide.",
  },
  "api-unknown-chain": {
    verdict: "waiting",
    means: "The messaging API does not know the chain. The message can be delivered all the same.",
    fix: "Set `plugs.messaging.baseUrl` to the API of these chains, or go by the chains alone.",
  },
  "api-key-refused": {
    verdict: "waiting",
    means: "The messaging API refuses the API key. The message can be delivered all the same.",
    fix: "Set `plugs.messaging.apiKey`.",
  },
  "api-unreachable": {
    verdict: "waiting",
    means: "The messaging API does not answer. The message can be delivered all the same.",
    fix: "Check `plugs.messaging.baseUrl`, or ask the operator of the API.",
  },
  "path-below-policy": {
    verdict: "waiting",
    means: "The path of the message is weaker than `plugs.trust` demands. The message can be delivered all the same.",
    fix: "`plugs trust` says who could forge one, and what would be better.",
  },
} as const

/** The name of a cause why a message has not arrived, such as `inbound-reverts`: docs/explain.md lists them. */
export type MessageCauseName = keyof typeof messageCauses
