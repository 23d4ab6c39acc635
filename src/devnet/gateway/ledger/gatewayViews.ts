import { getAddress, type Hex, isAddressEqual } from "viem"

import { deriveRequest } from "./deriveRequest.js"
import type { Jobs } from "./jobs.js"
import { forwarderKey, type GatewayIndex, type ScheduledTimeout } from "./facts.js"
import type { GatewayViews, PayloadRecord, TimeoutRecord } from "./types.js"
import { succeeded } from "./attempt.js"

/** Creates the views that the gateway API reads. */
export function createGatewayViews({
  home,
  payload,
  jobs,
}: {
  home: () => GatewayIndex
  payload: (payloadId: Hex) => PayloadRecord | undefined
  jobs: Pick<Jobs, "attemptOf">
}): GatewayViews {
  const payloadsOf = (requestCount: number) =>
    (home().payloadsOfRequest.get(requestCount) ?? []).flatMap((id) => payload(id) ?? [])

  function timeoutRecord(timeout: ScheduledTimeout): TimeoutRecord {
    const resolved = home().timeoutsResolved.get(timeout.timeoutId)
    const attempt = jobs.attemptOf(timeout.timeoutId)
    if (resolved === undefined) return { ...timeout, resolved, status: "ADDED_TO_QUEUE", attempt }
    return { ...timeout, resolved, status: "RESOLVED", attempt: succeeded(attempt) }
  }

  function deployedBy({ callType, executed }: PayloadRecord) {
    // The contract factory of the chain returns the address, padded to a word.
    if (callType !== "DEPLOY" || executed === undefined || executed.returnData.length < 66) return undefined
    return getAddress(`0x${executed.returnData.slice(26, 66)}`)
  }

  return {
    requestsOf: (txHash) =>
      (home().requestsOfTx.get(txHash) ?? []).flatMap(
        (requestCount) => deriveRequest(requestCount, home(), payloadsOf(requestCount)) ?? [],
      ),
    timeouts: ({ txHash, timeoutId, target }) =>
      [...home().scheduled.values()]
        .filter(
          (timeout) =>
            (txHash === undefined || timeout.originTxHash === txHash) &&
            (timeoutId === undefined || timeout.timeoutId === timeoutId) &&
            (target === undefined || isAddressEqual(timeout.target, target)),
        )
        .map(timeoutRecord),
    deployment({ appGateway, contractId, chainSlug }) {
      const latest = [...home().queued.values()].findLast(
        (queued) =>
          queued.callType === "DEPLOY" &&
          queued.contractId === contractId &&
          queued.chainSlug === chainSlug &&
          isAddressEqual(queued.appGateway, appGateway),
      )
      const record = latest && payload(latest.payloadId)
      return record && { appGateway, contractId, chainSlug, onChainAddress: deployedBy(record) }
    },
    deployedBy,
    hasForwarder: (chainSlug, onChainAddress) => home().forwarders.has(forwarderKey(chainSlug, onChainAddress)),
  }
}
