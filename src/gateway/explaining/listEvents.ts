import { chainEvent, type EventParts } from "../../explaining/events.js"
import type { StoryEvent } from "../../explaining/Explanation.js"
import type { Mined } from "../../onchain/logs.js"
import type { PayloadFacts, RequestFacts } from "../reading/types.js"
import type { GatewayCase } from "./types.js"

/** Lists what has happened, for the timeline. */
export function listEvents(reading: GatewayCase): StoryEvent[] {
  const { gateway, transaction, requests, timeouts, triggers } = reading
  return [
    ...event(transaction?.chain ?? gateway, transaction?.mined ?? null, {
      title: transaction?.reverted === true ? "Transaction reverted" : "Transaction mined",
    }),
    ...requests.flatMap((request) => eventsOf(request, reading)),
    ...timeouts.flatMap(({ timeoutId, scheduled, resolved, dueAt, target }) => [
      ...event(gateway, scheduled, {
        title: "Timeout set",
        about: timeoutId,
        details: [`due at ${String(dueAt)}`, `calls ${target ?? "an unknown contract"}`],
      }),
      ...event(gateway, resolved, { title: "Timeout run", about: timeoutId }),
    ]),
    ...triggers.flatMap(({ triggerId, chain: from, sent, handled, plug, appGateway }) => [
      ...event(from, sent, {
        title: "Plug called its app gateway",
        about: triggerId,
        details: [`from plug ${plug ?? "unknown"}`, `to app gateway ${appGateway ?? "unknown"}`],
      }),
      ...event(gateway, handled, { title: "App gateway called", about: triggerId }),
    ]),
  ]
}

function eventsOf(request: RequestFacts, reading: GatewayCase): StoryEvent[] {
  const { requestCount, submitted, appGateway, cancelled, settled, payloads } = request
  const { gateway } = reading
  const number = requestCount === null ? "Request" : `Request ${requestCount}`
  return [
    ...event(gateway, submitted, {
      title: `${number} submitted`,
      details: [`by app gateway ${appGateway ?? "unknown"}`, `${payloads.length} payloads`],
    }),
    ...payloads.flatMap((payload) => eventsOfPayload(payload, reading)),
    ...event(gateway, cancelled, { title: `${number} cancelled` }),
    ...event(gateway, settled, { title: `${number} settled` }),
  ]
}

function eventsOfPayload(payload: PayloadFacts, { gateway, chainName }: GatewayCase): StoryEvent[] {
  const { payloadId: about, queued, finalized, executed, resolved, marked, target, callType } = payload
  const chain = chainName(payload.chainSlug)
  return [
    ...event(gateway, queued, {
      title: `${callType} queued`,
      about,
      details: [`on ${chain}`, `calls ${target ?? "an unknown contract"}`],
    }),
    ...event(gateway, finalized, { title: "Finalized", about }),
    ...event({ name: chain }, executed?.mined ?? null, { title: "Executed", about }),
    ...event(gateway, resolved, { title: "Resolved", about }),
    ...event(gateway, marked, { title: "Marked as reverting", about }),
  ]
}

/** Nothing where the place in the chain is not known. */
function event(
  chain: { readonly name: string },
  mined: Mined | { readonly transactionHash: unknown } | null,
  parts: EventParts,
): StoryEvent[] {
  return mined === null || !("blockNumber" in mined) ? [] : [chainEvent(chain, mined, parts)]
}
