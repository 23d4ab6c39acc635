/** Why what an app gateway was asked for does not happen, in the order in which it can be stopped. */
export const gatewayCauses = {
  "transaction-unknown": {
    verdict: "unknown",
    means: "Neither the gateway chain nor the API knows the transaction or id.",
    fix: "You: check it, and the network and API that are configured.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    fix: "Nobody has to do anything.",
  },
  "credits-missing": {
    verdict: "stuck",
    means: "Whoever pays for the request has fewer credits available than the most that it may cost.",
    fix: "You: deposit credits. A transaction that reverted has to be sent again.",
  },
  "not-approved": {
    verdict: "stuck",
    means: "The request is to be paid by an account that has not approved the app gateway.",
    fix: "That account: it approves the app gateway. A transaction that reverted has to be sent again.",
  },
  "async-missing": {
    verdict: "failed",
    means: "A function of the app gateway calls another chain outside async, so the transaction reverted.",
    fix: "The author of the app gateway: the function gets the modifier async.",
  },
  "forwarder-zero": {
    verdict: "failed",
    means: "The app gateway calls the zero address as a forwarder, because nothing is deployed on that chain yet.",
    fix: "Whoever may deploy: the contract is deployed first. Then the transaction is sent again.",
  },
  "forwarder-missing": {
    verdict: "failed",
    means: "The app gateway calls an address as a forwarder at which the gateway chain has no contract.",
    fix: "The author of the app gateway: the forwarder is deployed first, with getOrDeployForwarderContract.",
  },
  "forwarder-function-views": {
    verdict: "failed",
    means: "The app gateway calls a forwarder through a function that its interface declares as view or pure.",
    fix: "The author of the app gateway: the interface declares the function without view.",
  },
  "forwarder-function-returns": {
    verdict: "failed",
    means: "The app gateway calls a forwarder through a function that its interface declares as returning something.",
    fix: "The author of the app gateway: the interface declares the function without a return value.",
  },
  "wrong-resolver": {
    verdict: "failed",
    means: "The app gateway was made with an address resolver that is not the gateway's.",
    fix: "The author of the app gateway: it is deployed again with the right one.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it made no request.",
    fix: "You: mend why it reverted, and send again.",
  },
  "no-request": {
    verdict: "unknown",
    means: "The transaction is mined and made no request, no timeout and no trigger, which may be as it should be.",
    fix: "You, if it was to make one: call a function of the app gateway that is async.",
  },
  "request-cancelled": {
    verdict: "failed",
    means: "The app gateway cancelled the request before all its payloads were finalized.",
    fix: "You: call the app gateway again.",
  },
  "fees-too-low": {
    verdict: "stuck",
    means: "The most that the request may cost is less than what its payloads may cost.",
    fix: "The app gateway: it raises the fees of the request.",
  },
  "plug-not-valid": {
    verdict: "stuck",
    means: "The app gateway has not accepted the plug with _setValidPlug, so the watcher refuses its triggers.",
    fix:
      "The app gateway: a function of it calls _setValidPlug. On a devnet the trigger is then tried again with gateway retry.",
  },
  "trigger-reverts": {
    verdict: "stuck",
    means: "The app gateway's function that a plug called reverts.",
    fix: "The owner of the app gateway.",
  },
  "timeout-reverts": {
    verdict: "stuck",
    means: "The call of a timeout that is due reverts.",
    fix: "The owner of the contract that it calls.",
  },
  "target-missing": {
    verdict: "stuck",
    means: "There is no contract at the address that the payload calls, so its call does nothing and returns nothing.",
    fix: "The owner of the app gateway: it calls the contract where it is, or deploys it.",
  },
  "gas-limit-too-low": {
    verdict: "failed",
    means: "The call of the payload needs more gas than its app gateway set for it.",
    fix: "The author of the app gateway: it sets a higher limit with _setOverrides and calls again.",
  },
  "payload-reverts": {
    verdict: "stuck",
    means: "The call of the payload reverts on its chain.",
    fix:
      "The owner of the contract that it calls. On a devnet the payload is then tried again with gateway retry.",
  },
  "callback-reverts": {
    verdict: "stuck",
    means: "The payload is executed, and its callback reverts on the gateway chain.",
    fix: "The owner of the app gateway. On a devnet the callback is then tried again with gateway retry.",
  },
  "given-up": {
    verdict: "stuck",
    means: "It reverted until its tries were over, and would succeed now.",
    fix: "You on a devnet, with gateway retry. Elsewhere the system's own actors.",
  },
  "scheduler-late": {
    verdict: "stuck",
    means: "A schedule or timeout is due, and the watcher has not run it.",
    fix: "The watcher.",
  },
  "timeout-waiting": {
    verdict: "waiting",
    means: "The timeout is not due yet.",
    fix: "Nobody has to do anything.",
  },
  "schedule-waiting": {
    verdict: "waiting",
    means: "The payload is a schedule whose time has not come, or it waits behind one in the order of the batches.",
    fix: "Nobody has to do anything.",
  },
  "batch-waiting": {
    verdict: "waiting",
    means: "The payload waits for one of an earlier batch.",
    fix: "Nobody has to do anything.",
  },
  "opened-request-running": {
    verdict: "waiting",
    means: "The request is complete, and a request that its callback made is still running.",
    fix: "Nobody has to do anything.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The gateway API has not reported yet what the chains show.",
    fix: "Nobody has to do anything.",
  },
  "api-unknown": {
    verdict: "unknown",
    means: "The gateway API does not know what the gateway chain has had for minutes.",
    fix: "You: check plugs.gateway.baseUrl.",
  },
  "api-failed": {
    verdict: "unknown",
    means: "The gateway API does not answer.",
    fix: "You: check plugs.gateway.baseUrl, and that it runs.",
  },
  "chain-not-read": {
    verdict: "unknown",
    means: "A chain that the app gateway reaches could not be read, or not far enough, and a payload is due there.",
    fix: "You: check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    verdict: "unknown",
    means: "The gateway API reports what the node of the gateway chain does not have.",
    fix: "You: use a node that follows the chain, of the same chain as the API's.",
  },
} as const

export type GatewayCauseName = keyof typeof gatewayCauses
