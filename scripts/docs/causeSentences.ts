import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import type { GatewayCauseName } from "#src/gateway/explaining/gatewayCauses.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"

/** What a cause means, and who fixes it, and how: a sentence each. */
type Sentences = { readonly means: string; readonly fix: string }
type SentencesOf<Name extends string> = Readonly<Record<Name, Sentences>>

const messaging: SentencesOf<MessageCauseName> = {
  "transaction-on-another-chain": {
    means: "The transaction is on another chain than the one that was named.",
    fix: "Name its chain. The command is ready.",
  },
  "transaction-not-found": {
    means: "No node of `plugs.chains` knows the transaction.",
    fix: "Check the hash and the chain, or wait until the node has it.",
  },
  "transaction-pending": {
    means: "The transaction is not mined yet.",
    fix: "Nothing has to be done, unless it waits for another nonce or offers too little for gas.",
  },
  "transaction-replaced": {
    means: "Another transaction of the same account was mined with the same nonce.",
    fix: "Follow that one, or send again.",
  },
  "transaction-dropped": {
    means: "The transaction was submitted, and the node does not have it any more.",
    fix: "Send again.",
  },
  reorged: {
    means: "A reorg took the transaction or its message back.",
    fix: "Send again, or follow the message that the transaction sent instead.",
  },
  "not-connected-on-source": {
    means: "The transaction reverted because the plug is not connected to the chain that it sends to.",
    fix: "The owner of the source plug connects it with `messaging connect`. Then send again.",
  },
  "transaction-reverted": {
    means: "The transaction reverted, so it sent nothing.",
    fix: "Fix why it reverted, and send again.",
  },
  "not-relayed": {
    means:
      "A gateway of ERC-7786 took a message without the attribute `requestRelay`, and waits until somebody pays for it.",
    fix: "Call `relay` of the gateway with what its `quote` returns.",
  },
  "only-internal-calls": {
    means: "A call of `outbound` was made inside the transaction, and undone because it or a call around it reverted.",
    fix: "Fix why it reverted, and send again.",
  },
  "nothing-sent": {
    means: "The transaction was mined, and no call reached the socket.",
    fix: "Call a function that sends, of a plug that uses the configured socket.",
  },
  "message-of-another-transaction": {
    means: "The transaction did not send the message of this id.",
    fix: "Name the transaction that did. The command is ready if it was found.",
  },
  "message-not-found": {
    means: "No transaction was found that sent the message of this id.",
    fix: "Give the hash of the transaction.",
  },
  "not-yours": {
    means:
      "A contract that the project does not know has sent the message to a plug of the project, which is not connected to it.",
    fix: "Nothing. If you do know the sender, name it in `plugs.contracts` or in the wiring.",
  },
  "not-connected": {
    means: "The destination plug is not connected to a plug on the source chain.",
    fix: "The owner of the destination plug connects it with `messaging connect`. The message is then delivered without a retry.",
  },
  "other-sibling": {
    means: "The destination plug is connected to another plug than the one that sent the message.",
    fix: "The owner of the destination plug connects it with `messaging connect`. The message is then delivered without a retry.",
  },
  "actor-failed": {
    means:
      "An actor of the devnet cannot do its work, and the devnet says why: such as an empty balance, or a base fee above what it pays.",
    fix: "Remove the cause on that chain. The actor tries again by itself.",
  },
  "chain-stands-still": {
    means:
      "The chain on which the message waits mines no block: its automatic mining is off, or its newest block is old.",
    fix: "On a local chain, mine a block. On a public one, use another node.",
  },
  "not-sealed": {
    means: "The packet was not sealed on the source chain, though that is due. A capacitor seals its packets in order.",
    fix: "The transmitter of the source chain seals it. A devnet that is paused goes on with `devnet resume`.",
  },
  "not-proposed": {
    means: "The packet is sealed, and was not proposed on the destination chain, though that is due.",
    fix: "The transmitter of the destination chain proposes it. A devnet that is paused goes on with `devnet resume`.",
  },
  "wrong-root": {
    means: "The packet was proposed with another root than the message gives.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "proposed-for-another-switchboard": {
    means: "The packet was proposed for another switchboard than the destination plug uses.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "switchboards-do-not-fit": {
    means:
      "The switchboard that sent the packet is the sibling of another one than the destination plug uses, such as a fast one and an optimistic one.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`.",
  },
  "everything-tripped": {
    means: "The switchboard of the destination plug is tripped for packets of every chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard calls `unTrip`.",
  },
  "path-tripped": {
    means: "The switchboard of the destination plug is tripped for packets of the source chain.",
    fix: "A holder of UN_TRIP_ROLE at the switchboard calls `unTripPath`.",
  },
  "proposal-tripped": {
    means: "Every proposal of the packet is tripped, which cannot be undone.",
    fix: "The transmitter of the destination chain proposes it again.",
  },
  "below-initial-packet": {
    means: "The number of the packet is below the first one that the switchboard of the destination plug accepts.",
    fix: "Send the message again.",
  },
  "switchboard-fails": {
    means: "The switchboard of the destination plug reverts, or is no contract, when it is asked about the packet.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`, or the operator of the switchboard repairs it.",
  },
  "own-switchboard": {
    means:
      "The destination plug uses a switchboard that is neither a fast one with watchers nor an optimistic one, and that does not accept the packet.",
    fix: "The owner of the destination plug connects it with `messaging connect … --switchboard`, or the operator of the switchboard repairs it.",
  },
  "attestations-missing": {
    means:
      "Not all watchers have attested the packet at the fast switchboard of the destination plug, though that is due.",
    fix: "The watchers that are named attest it. A devnet that is paused goes on with `devnet resume`.",
  },
  "optimistic-timeout": {
    means:
      "The optimistic switchboard of the destination plug accepts the packet after a timeout, in which watchers can object.",
    fix: "Nothing: it is accepted when the timeout is over.",
  },
  "message-id-used": {
    means: "The destination chain has executed another message with the same id, because the source chain lost blocks.",
    fix: "Send the message again.",
  },
  "destination-without-code": {
    means: "There is no contract at the address that the message goes to, or at the implementation of a proxy there.",
    fix: "Connect the source plug to the right plug, and send again; or upgrade the proxy.",
  },
  "value-missing": {
    means: "The executor has less than the native value that the message carries.",
    fix: "Execute it with `messaging retry`, from an account that has the value. It pays up to `--max-value`.",
  },
  "actor-without-funds": {
    means: "An account that has to send the next transaction, such as the executor, has too little for its gas.",
    fix: "Its operator sends native tokens to it. A message whose packet is accepted can be executed with `messaging retry`.",
  },
  "executor-without-role": {
    means: "The executor has no EXECUTOR_ROLE at the execution manager any more, so the socket refuses it.",
    fix: "The owner of the execution manager grants the role to an executor that it trusts. Others who have it use `messaging retry`.",
  },
  "execution-refused": {
    means:
      "The socket of the destination, its hasher or its execution manager refuses the execution, although `inbound` alone would succeed.",
    fix: "The owner of the destination socket sets contracts that accept it.",
  },
  "inbound-reverts": {
    means: "`inbound` of the destination plug reverts.",
    fix: "The owner of the destination plug changes it, or upgrades it; a plug that cannot pay for a reply is sent what is missing. The executor tries again; once it has given up, use `messaging retry`.",
  },
  "gas-limit-too-high": {
    means: "The message asks for more gas than any transaction of the destination chain may have.",
    fix: "Send it again with less gas.",
  },
  "inbound-needs-more-gas": {
    means: "`inbound` of the destination plug needs more gas than the message gives it.",
    fix: "Execute it with `messaging retry … --gas-limit`. Send later messages with a higher limit.",
  },
  "given-up": {
    means: "The executor has tried for long enough, and does not try again.",
    fix: "Execute it with `messaging retry`, once `inbound` succeeds.",
  },
  "not-executed": {
    means: "Nothing stops the execution, and the message was not executed, though that is due.",
    fix: "Execute it with `messaging retry`; a devnet that is paused goes on with `devnet resume`.",
  },
  "kept-back": {
    means:
      "The message was delivered, and the contract that got it logged that it holds it, or an event whose name says so. The verdict stays `delivered`.",
    fix: "Call the function that is named, as soon as it no longer reverts. What was cancelled is restored by the owner first; what has ended is sent again.",
  },
  "chain-not-read": {
    means:
      "A chain could not be read, or not far enough. What the messaging API reports is enough only for a message that is neither late nor failed.",
    fix: "Check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    means:
      "The messaging API or another node shows more than a node does: that one lags behind, or follows another fork.",
    fix: "Wait until the node has caught up, or use another one.",
  },
  "slow-stage": {
    means: "The message waits for longer than nearly every other one, and not long enough to be called stuck.",
    fix: "Look again in a while.",
  },
  "api-behind": {
    means: "The messaging API shows less than the chains do. The message is delivered all the same.",
    fix: "Nothing: the API will catch up, and the chains decide.",
  },
  "api-unknown-chain": {
    means: "The messaging API does not know the chain. The message can be delivered all the same.",
    fix: "Set `plugs.messaging.baseUrl` to the API of these chains, or go by the chains alone.",
  },
  "api-key-refused": {
    means: "The messaging API refuses the API key. The message can be delivered all the same.",
    fix: "Set `plugs.messaging.apiKey`.",
  },
  "api-unreachable": {
    means: "The messaging API does not answer. The message can be delivered all the same.",
    fix: "Check `plugs.messaging.baseUrl`, or ask the operator of the API.",
  },
  "path-below-policy": {
    means: "The path of the message is weaker than `plugs.trust` demands. The message can be delivered all the same.",
    fix: "`plugs trust` says who could forge one, and what would be better.",
  },
}

const gateway: SentencesOf<GatewayCauseName> = {
  "transaction-unknown": {
    means: "Neither the gateway chain nor the API knows the transaction or id.",
    fix: "Check it, and the network and API that are configured.",
  },
  "transaction-pending": {
    means: "The transaction is not mined yet.",
    fix: "Nothing has to be done.",
  },
  "credits-missing": {
    means: "The account that pays for the request has fewer credits available than the most that it may cost.",
    fix: "Deposit credits. Send a transaction that reverted again.",
  },
  "not-approved": {
    means: "The account that is to pay for the request has not approved the app gateway.",
    fix: "That account approves the app gateway. Then send a transaction that reverted again.",
  },
  "async-missing": {
    means: "A function of the app gateway calls another chain outside async, so the transaction reverted.",
    fix: "The author of the app gateway adds the modifier async to the function.",
  },
  "forwarder-zero": {
    means: "The app gateway calls the zero address as a forwarder, because nothing is deployed on that chain yet.",
    fix: "Deploy the contract first, and send the transaction again.",
  },
  "forwarder-missing": {
    means: "The app gateway calls an address as a forwarder where the gateway chain has no contract.",
    fix: "The author of the app gateway deploys the forwarder first, with getOrDeployForwarderContract.",
  },
  "forwarder-function-views": {
    means: "The app gateway calls a forwarder through a function that its interface declares as view or pure.",
    fix: "The author of the app gateway declares the function without view.",
  },
  "forwarder-function-returns": {
    means: "The app gateway calls a forwarder through a function that its interface declares with a return value.",
    fix: "The author of the app gateway declares the function without a return value.",
  },
  "wrong-resolver": {
    means: "The app gateway was deployed with an address resolver that is not the gateway's.",
    fix: "The author of the app gateway deploys it again with the right one.",
  },
  "transaction-reverted": {
    means: "The transaction reverted, so it made no request.",
    fix: "Fix why it reverted, and send it again.",
  },
  "no-request": {
    means: "The transaction is mined and made no request, timeout or trigger, which may be intended.",
    fix: "If it was to make one, call a function of the app gateway that is async.",
  },
  "request-cancelled": {
    means: "The app gateway cancelled the request before all its payloads were finalized.",
    fix: "Call the app gateway again.",
  },
  "fees-too-low": {
    means: "The request's maximum fees are less than its payloads may cost.",
    fix: "The app gateway raises the fees of the request.",
  },
  "plug-not-valid": {
    means: "The app gateway has not accepted the plug with _setValidPlug, so the watcher refuses its triggers.",
    fix: "The app gateway calls _setValidPlug. On a devnet, retry the trigger with gateway retry.",
  },
  "trigger-reverts": {
    means: "The app gateway's function that a plug called reverts.",
    fix: "The owner of the app gateway fixes it.",
  },
  "timeout-reverts": {
    means: "The call of a timeout that is due reverts.",
    fix: "The owner of the contract that it calls fixes it.",
  },
  "target-missing": {
    means: "There is no contract at the address that the payload calls, so its call does nothing and returns nothing.",
    fix: "The owner of the app gateway calls the contract where it is, or deploys it.",
  },
  "gas-limit-too-low": {
    means: "The call of the payload needs more gas than its app gateway set for it.",
    fix: "The author of the app gateway sets a higher limit with _setOverrides and calls again.",
  },
  "payload-reverts": {
    means: "The call of the payload reverts on its chain.",
    fix: "The owner of the contract that it calls fixes it. On a devnet, retry the payload with gateway retry.",
  },
  "callback-reverts": {
    means: "The payload is executed, and its callback reverts on the gateway chain.",
    fix: "The owner of the app gateway fixes it. On a devnet, retry the callback with gateway retry.",
  },
  "given-up": {
    means: "It reverted until its tries were over, and would succeed now.",
    fix: "On a devnet, retry it with gateway retry. Elsewhere, the system's own actors do.",
  },
  "actors-paused": {
    means: "The devnet is paused at the stage that comes next.",
    fix: "It goes on with `devnet resume`.",
  },
  "actor-failed": {
    means:
      "An actor of the devnet cannot do its work, and the devnet says why: such as an empty balance, or a base fee above what it pays.",
    fix: "Remove the cause on that chain. The actor tries again by itself.",
  },
  "chain-stands-still": {
    means: "A chain of the devnet mines no block: its automatic mining is off.",
    fix: "Mine a block there.",
  },
  "scheduler-late": {
    means: "A schedule or timeout is due, and the watcher has not run it.",
    fix: "The watcher runs it.",
  },
  "timeout-waiting": {
    means: "The timeout is not due yet.",
    fix: "Nothing has to be done.",
  },
  "schedule-waiting": {
    means: "The payload is a schedule that is not due yet, or waits for one in an earlier batch.",
    fix: "Nothing has to be done.",
  },
  "batch-waiting": {
    means: "The payload waits for one of an earlier batch.",
    fix: "Nothing has to be done.",
  },
  "opened-request-running": {
    means: "The request is complete, and a request that its callback opened is still running.",
    fix: "Nothing has to be done.",
  },
  "api-behind": {
    means: "The gateway API does not report yet what the chains show.",
    fix: "Nothing: the API will catch up.",
  },
  "api-unknown": {
    means: "The gateway API does not know what has been on the gateway chain for minutes.",
    fix: "Check plugs.gateway.baseUrl.",
  },
  "api-failed": {
    means: "The gateway API does not answer.",
    fix: "Check plugs.gateway.baseUrl, and that the API runs.",
  },
  "chain-not-read": {
    means: "A chain that the app gateway reaches could not be read completely, and a payload is due there.",
    fix: "Check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    means: "The gateway API reports what the node of the gateway chain does not have.",
    fix: "Use a node that follows the chain, of the same chain as the API's.",
  },
}

const swap: SentencesOf<SwapCauseName> = {
  "quote-unknown": {
    means: "Neither the swap API nor the journal of this project knows the quote, or a swap of this transaction.",
    fix: "Check the id. A deposit is found by the id of its quote alone.",
  },
  "journal-held": {
    means: "Another process is executing this quote at the moment, and holds its lock in the journal.",
    fix: "Wait until the process that is named ends.",
  },
  "chain-restarted": {
    means: "The local chain that it was executed on is gone: the network runs another chain by now.",
    fix: "Swap again.",
  },
  "origin-unread": {
    means: "The origin chain cannot be read, so that nothing the swap API says is confirmed.",
    fix: "Add the chain to the configuration, or start its node.",
  },
  "chain-not-read": {
    means: "The time for the explanation was over before every chain was read, so causes can be missing.",
    fix: "Look again later, or use other nodes.",
  },
  "sending-unclear": {
    means: "The node cannot tell whether the transaction was sent.",
    fix: "Look again when the account's pending transactions are mined.",
  },
  "deposit-returned": {
    means: "The deposit was paid, and its address has sent it back.",
    fix: "Swap again with a new quote.",
  },
  "deposit-not-taken": {
    means: "The deposit, or more, has arrived at its address, and the swap API has seen no payment.",
    fix: "The provider begins with it. Paying again would send it twice.",
  },
  "deposit-unpaid": {
    means: "The deposit that starts it is not paid.",
    fix: "Pay it before its quote expires.",
  },
  "quote-expired": {
    means: "The quote expired before its transaction was sent.",
    fix: "Swap again, with a new quote.",
  },
  "balance-missing": {
    means: "The account owns less than the swap takes.",
    fix: "Send the account what is missing.",
  },
  "allowance-missing": {
    means: "The contract of the route may take less of the input token than the swap needs.",
    fix: "Begin the swap again, which approves it.",
  },
  "fee-risen": {
    means: "The messages of the route cost more than its transaction attaches.",
    fix: "Swap again, with a new quote.",
  },
  "price-moved": {
    means: "The price has moved: a new quote gives less than was accepted.",
    fix: "Swap again, if you accept the new price.",
  },
  "call-reverts": {
    means: "A simulation of the route's transaction reverts.",
    fix: "Swap again, with another route.",
  },
  "not-sent": {
    means: "The transaction was not sent, and nothing stops it.",
    fix: "Resume the swap if it was signed, or begin it again.",
  },
  "transaction-dropped": {
    means: "The transaction was sent, and the node does not have it any more.",
    fix: "Resume the swap, which sends the same signed bytes again.",
  },
  "transaction-replaced": {
    means: "Another transaction of the account was mined with its nonce, so that it can never be mined.",
    fix: "Swap again.",
  },
  "transaction-reverted": {
    means: "The transaction was mined and reverted, so that nothing was swapped.",
    fix: "Fix why it reverted, and swap again.",
  },
  "transaction-pending": {
    means: "The transaction was sent, and is not mined yet.",
    fix: "Nothing has to be done.",
  },
  "message-stuck": {
    means: "A message of the provider's bridge does not arrive. Its own cause is in the evidence.",
    fix: "Fix the message's cause: the command is the one that `messaging explain` prints.",
  },
  "release-due": {
    means: "The bridge holds the value on the destination chain longer than it has to, because it was not released.",
    fix: "Call the function that the sentence names, as anyone may, or ask the provider to.",
  },
  "refund-waiting": {
    means: "The swap failed, and its refund waits for something that does not happen by itself.",
    fix: "The sentence says what the refund waits for. Mostly the provider has to do it.",
  },
  "refund-under-way": {
    means: "The swap failed, and its refund is under way.",
    fix: "Nothing has to be done.",
  },
  refunded: {
    means: "The swap failed, and was refunded.",
    fix: "Swap again.",
  },
  "route-failed": {
    means: "The swap API says that the swap failed, and reports no refund.",
    fix: "The operator of the swap API has to correct it.",
  },
  "api-ahead-of-chain": {
    means: "The swap API says that the swap is over, and the chain does not show it.",
    fix: "The operator of the swap API has to correct it.",
  },
  "destination-unread": {
    means: "The swap API says that the swap is over, and the chain that would confirm it cannot be read.",
    fix: "Add the chain to the configuration, or start its node.",
  },
  "provider-late": {
    means: "The provider takes many times as long as it said.",
    fix: "The provider of the route has to pay or refund.",
  },
  "api-behind-chain": {
    means: "The chain shows the swap's transaction, and the swap API does not know of it.",
    fix: "Wait. If it stays so, ask the operator of the swap API.",
  },
  "api-silent": {
    means: "The swap API does not answer.",
    fix: "Check its address and its key with `plugs doctor`.",
  },
  "allowance-left": {
    means: "The swap has approved more than it used, and a contract may still take it.",
    fix: "Revoke the allowance.",
  },
}

/** What the documentation says of the causes that `explain` of each family of tasks finds. */
export const causeSentences: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = {
  messaging,
  gateway,
  swap,
}
