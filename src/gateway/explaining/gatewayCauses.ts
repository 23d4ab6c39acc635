/** Why what an app gateway was asked for does not happen, in the order in which it can be stopped. */
export const gatewayCauses = {
  "transaction-unknown": {
    verdict: "unknown",
    means: "Neither the gateway chain nor the API knows the transaction or id.",
    mendedBy: "You: check it, and the network and API that are configured.",
  },
  "transaction-pending": {
    verdict: "waiting",
    means: "The transaction is not mined yet.",
    mendedBy: "Nobody has to do anything.",
  },
  "credits-missing": {
    verdict: "stuck",
    means: "Whoever pays for the request has fewer credits available than the most that it may cost.",
    mendedBy: "You: deposit credits. A transaction that reverted has to be sent again.",
  },
  "not-approved": {
    verdict: "stuck",
    means: "The request is to be paid by an account that has not approved the app gateway.",
    mendedBy: "That account: it approves the app gateway. A transaction that reverted has to be sent again.",
  },
  "transaction-reverted": {
    verdict: "failed",
    means: "The transaction reverted, so it made no request.",
    mendedBy: "You: mend why it reverted, and send again.",
  },
  "no-request": {
    verdict: "failed",
    means: "The transaction is mined and made no request, no timeout and no trigger.",
    mendedBy: "You: call a function of the app gateway that is async.",
  },
  "request-cancelled": {
    verdict: "failed",
    means: "The app gateway cancelled the request before all its payloads were finalized.",
    mendedBy: "You: call the app gateway again.",
  },
  "fees-too-low": {
    verdict: "stuck",
    means: "The most that the request may cost is less than what its payloads may cost.",
    mendedBy: "The app gateway: it raises the fees of the request.",
  },
  "scheduler-late": {
    verdict: "stuck",
    means: "A schedule or timeout is due, and the watcher has not run it.",
    mendedBy: "The watcher.",
  },
  "timeout-waiting": {
    verdict: "waiting",
    means: "The timeout is not due yet.",
    mendedBy: "Nobody has to do anything.",
  },
  "schedule-waiting": {
    verdict: "waiting",
    means: "The payload is a schedule whose time has not come, or it waits behind one in the order of the batches.",
    mendedBy: "Nobody has to do anything.",
  },
  "batch-waiting": {
    verdict: "waiting",
    means: "The payload waits for one of an earlier batch.",
    mendedBy: "Nobody has to do anything.",
  },
  "opened-request-running": {
    verdict: "waiting",
    means: "The request is complete, and a request that its callback made is still running.",
    mendedBy: "Nobody has to do anything.",
  },
  "api-behind": {
    verdict: "waiting",
    means: "The gateway API has not reported yet what the chains show.",
    mendedBy: "Nobody has to do anything.",
  },
  "api-unknown": {
    verdict: "unknown",
    means: "The gateway API does not know what the gateway chain has had for minutes.",
    mendedBy: "You: check plugs.gateway.baseUrl.",
  },
  "api-failed": {
    verdict: "unknown",
    means: "The gateway API does not answer.",
    mendedBy: "You: check plugs.gateway.baseUrl, and that it runs.",
  },
  "chain-behind": {
    verdict: "unknown",
    means: "The gateway API reports what the node of the gateway chain does not have.",
    mendedBy: "You: use a node that follows the chain, of the same chain as the API's.",
  },
} as const

export type GatewayCauseName = keyof typeof gatewayCauses
