import type { Hex } from "viem"

import type { RequestRecord } from "../../devnet/gateway/ledger/types.js"
import type { MessageRecord } from "../../devnet/messaging/MessageRecord.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The ids of what a world has ever seen. What it has forgotten since, because it went back, is not in its ledgers any more. */
type Seen = { readonly messages: Set<Hex>; readonly requests: Set<number> }

/** The messages and requests that are in a world now. */
export type Traffic = { readonly messages: readonly MessageRecord[]; readonly requests: readonly RequestRecord[] }

const seenIn = new WeakMap<OpenWorld, Seen>()

/** Notes the ids of all messages and requests of a world from now on. */
export function noteTraffic(world: OpenWorld): void {
  const { messaging, gateway, defer } = world
  const seen: Seen = { messages: new Set(), requests: new Set() }
  seenIn.set(world, seen)
  defer(messaging.ledger.subscribe(({ outbound }) => seen.messages.add(outbound.messageId)))
  if (gateway === undefined) return
  defer(gateway.ledger.subscribe(({ requestCount }) => seen.requests.add(requestCount)))
}

export function trafficOf(world: OpenWorld): Traffic {
  const { messages = [], requests = [] } = seenIn.get(world) ?? {}
  return {
    messages: [...messages].flatMap((id) => world.messaging.ledger.get(id) ?? []),
    requests: [...requests].flatMap((count) => world.gateway?.ledger.request(count) ?? []),
  }
}
