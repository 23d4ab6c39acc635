import type { StoryEvent } from "../../explaining/Explanation.js"
import type { Mined } from "../../onchain/logs/Mined.js"
import type { GatewayChain, PayloadFacts, ReachedChain, RequestFacts } from "../reading/types.js"
import type { GatewayCase } from "./types.js"

/** Lists what has happened, for the timeline. */
export function listEvents({ reading, chainName }: GatewayCase): StoryEvent[] {
  const { gateway, transaction, requests, timeouts, triggers } = reading
  const chain = transaction?.chain ?? gateway
  return [
    ...event(chain, transaction?.mined ?? null, {
      title: transaction?.reverted === true ? "Transaction reverted" : "Transaction mined",
    }),
    ...requests.flatMap((request) => eventsOf(request, gateway, chainName)),
    ...timeouts.flatMap(({ timeoutId, scheduled, resolved, dueAt, target }) => [
      ...event(gateway, scheduled, {
        title: "Timeout set",
        about: timeoutId,
        details: [`due at ${String(dueAt)}`, `calls ${target ?? "an unknown contract"}`],
      }),
      ...event(gateway, asMined(resolved), { title: "Timeout run", about: timeoutId }),
    ]),
    ...triggers.flatMap(({ triggerId, chain: from, sent, handled, plug, appGateway }) => [
      ...event(from, sent, {
        title: "Plug called its app gateway",
        about: triggerId,
        details: [`from plug ${plug ?? "unknown"}`, `to app gateway ${appGateway ?? "unknown"}`],
      }),
      ...event(gateway, asMined(handled), { title: "App gateway called", about: triggerId }),
    ]),
  ]
}

type ChainName = GatewayCase["chainName"]

function eventsOf(request: RequestFacts, gateway: GatewayChain, chainName: ChainName): StoryEvent[] {
  const { requestCount, submitted, appGateway, cancelled, settled, payloads } = request
  const number = requestCount === null ? "Request" : `Request ${requestCount}`
  return [
    ...event(gateway, submitted, {
      title: `${number} submitted`,
      details: [`by app gateway ${appGateway ?? "unknown"}`, `${payloads.length} payloads`],
    }),
    ...payloads.flatMap((payload) => eventsOfPayload(payload, gateway, chainName(payload.chainSlug))),
    ...event(gateway, cancelled, { title: `${number} cancelled` }),
    ...event(gateway, settled, { title: `${number} settled` }),
  ]
}

function eventsOfPayload(payload: PayloadFacts, gateway: GatewayChain, chain: string): StoryEvent[] {
  const { payloadId: about, queued, finalized, executed, resolved, marked, target, callType } = payload
  return [
    ...event(gateway, queued, {
      title: `${callType} queued`,
      about,
      details: [`on ${chain}`, `calls ${target ?? "an unknown contract"}`],
    }),
    ...event(gateway, finalized, { title: "Finalized", about }),
    ...event({ name: chain }, executed?.mined ?? null, { title: "Executed", about }),
    ...event(gateway, asMined(resolved), { title: "Resolved", about }),
    ...event(gateway, marked, { title: "Marked as reverting", about }),
  ]
}

function asMined(done: Mined | { readonly transactionHash: unknown } | null): Mined | null {
  return done !== null && "blockNumber" in done ? done : null
}

function event(
  chain: Pick<GatewayChain | ReachedChain, "name">,
  mined: Mined | null,
  { about = null, details = [], title }: Pick<StoryEvent, "title"> & Partial<Pick<StoryEvent, "about" | "details">>,
): StoryEvent[] {
  if (mined === null) return []
  const { blockNumber, transactionHash: txHash, timestamp } = mined
  return [
    {
      at: timestamp === null ? null : Number(timestamp),
      place: chain.name,
      blockNumber,
      txHash,
      about,
      title,
      details,
    },
  ]
}
