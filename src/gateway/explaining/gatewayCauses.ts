/** Why a call of an app gateway is not done, in the order in which it can be stopped. */
export const gatewayCauses = {
  "transaction-unknown": {
    verdict: "unknown",
    means: "Neither the gateway chain nor the API knows the transaction or id.",
    fix: "Check it, and the network and API that are configured.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    fix: "Nothing has to be done.",
  },
  "credits-missing": {
    verdict: "stuck",
    means: "The account that pays for the request has fewer credits available than the most that it may cost.",
    fix: "Deposit credits. Send a transaction that reverted again.",
  },
  "not-approved": {
    verdict: "stuck",
    means: "The account that is to pay for the request has not approved the app gateway.",
    fix: "That account approves the app gateway. Then send a transaction that reverted again.",
  },
  "async-missing": {
    verdict: "failed",
    means: "A function of the app gateway calls another chain outside async, so the transaction reverted.",
    fix: "The author of the app gateway adds the modifier async to the function.",
  },
  "forwarder-zero": {
    verdict: "failed",
    means: "The app gateway calls the zero address as a forwarder, because nothing is deployed on that chain yet.",
    fix: "Deploy the contract first, and send the transaction again.",
  },
  "forwarder-missing": {
    verdict: "failed",
    means: "The app gateway calls an address as a forwarder where the gateway chain has no contract.",
    fix: "The author of the app gateway deploys the forwarder first, with getOrDeployForwarderContract.",
  },
  "forwarder-function-views": {
    verdict: "failed",
    means: "The app gateway calls a forwarder through a function that its interface declares as view or pure.",
    fix: "The author of the app gateway declares the function without view.",
  },
  "forwarder-function-returns": {
    verdict: "failed",
    means: "The app gateway calls a forwarder through a function that its interface declares with a return value.",
    fix: "The author of the app gateway declares the function without a return value.",
  },
  "wrong-resolver": {
    verdict: "failed",
    means: "The app gateway was deployed with an address resolver that is not the gateway's.",
    fix: "The author of the app gateway deploys it again with the right one.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it made no request.",
    fix: "Fix why it reverted, and send it again.",
  },
  "no-request": {
    verdict: "unknown",
    means: "The transaction is mined and made no request, timeout or trigger, which may be intended.",
    fix: "If it was to make one, call a function of the app gateway that is async.",
  },
  "request-cancelled": {
    verdict: "failed",
    means: "The app gateway cancelled the request before all its payloads were finalized.",
    fix: "Call the app gateway again.",
  },
  "fees-too-low": {
    verdict: "stuck",
    means: "The request's maximum fees are less than its payloads may cost.",
    fix: "The app gateway raises the fees of the request.",
  },
  "plug-not-valid": {
    verdict: "stuck",
    means: "The app gateway has not accepted the plug with _setValidPlug, so the watcher refuses its triggers.",
    fix: "The app gateway calls _setValidPlug. On a devnet, retry the trigger with gateway retry.",
  },
  "trigger-reverts": {
    verdict: "stuck",
    means: "The app gateway's function that a plug called reverts.",
    fix: "The owner of the app gateway fixes it.",
  },
  "timeout-reverts": {
    verdict: "stuck",
    means: "The call of a timeout that is due reverts.",
    fix: "The owner of the contract that it calls fixes it.",
  },
  "target-missing": {
    verdict: "stuck",
    means: "There is no contract at the address that the payload calls, so its call does nothing and returns nothing.",
    fix: "The owner of the app gateway calls the contract where it is, or deploys it.",
  },
  "gas-limit-too-low": {
    verdict: "failed",
    means: "The call of the payload needs more gas than its app gateway set for it.",
    fix: "The author of the app gateway sets a higher limit with _setOverrides and calls again.",
  },
  "payload-reverts": {
    verdict: "stuck",
    means: "The call of the payload reverts on its chain.",
    fix: "The owner of the contract that it calls fixes it. On a devnet, retry the payload with gateway retry.",
  },
  "callback-reverts": {
    verdict: "stuck",
    means: "The payload is executed, and its callback reverts on the gateway chain.",
    fix: "The owner of the app gateway fixes it. On a devnet, retry the callback with gateway retry.",
  },
  "given-up": {
    verdict: "stuck",
    means: "It reverted until its tries were over, and would succeed now.",
    fix: "On a devnet, retry it with gateway retry. Elsewhere, the system's own actors do.",
  },
  "scheduler-late": {
    verdict: "stuck",
    means: "A schedule or timeout is due, and the watcher has not run it.",
    fix: "The watcher runs it.",
  },
  "timeout-waiting": {
    verdict: "waiting",
    means: "The timeout is not due yet.",
    fix: "Nothing has to be done.",
  },
  "schedule-waiting": {
    verdict: "waiting",
    means: "The payload is a schedule that is not due yet, or waits for one in an earlier batch.",
    fix: "Nothing has to be done.",
  },
  "batch-waiting": {
    verdict: "waiting",
    means: "The payload waits for one of an earlier batch.",
    fix: "Nothing has to be done.",
  },
  "opened-request-running": {
    verdict: "waiting",
    means: "The request is complete, and a request that its callback opened is still running.",
    fix: "Nothing has to be done.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The gateway API does not report yet what the chains show.",
    fix: "Nothing: the API will catch up.",
  },
  "api-unknown": {
    verdict: "unknown",
    means: "The gateway API does not know what has been on the gateway chain for minutes.",
    fix: "Check plugs.gateway.baseUrl.",
  },
  "api-failed": {
    verdict: "unknown",
    means: "The gateway API does not answer.",
    fix: "Check plugs.gateway.baseUrl, and that the API runs.",
  },
  "chain-not-read": {
    verdict: "unknown",
    means: "A chain that the app gateway reaches could not be read completely, and a payload is due there.",
    fix: "Check `plugs.chains` and the node of the chain, such as with `plugs doctor`.",
  },
  "chain-behind": {
    verdict: "unknown",
    means: "The gateway API reports what the node of the gateway chain does not have.",
    fix: "Use a node that follows the chain, of the same chain as the API's.",
  },
} as const

/** The name of a cause why a call of an app gateway has not come to its end: docs/explain.md lists them. */
export type GatewayCauseName = keyof typeof gatewayCauses
