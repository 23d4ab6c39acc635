import type { Hex } from "viem"

import type { OpenWorld } from "../OpenWorld.js"
import type { Measurement } from "./Measurement.js"
import { measureMessages } from "./measureMessages.js"
import { measureRequests } from "./measureRequests.js"

/** The ids of what a world has ever seen. What it has forgotten since, because it went back, is not in its ledgers any more. */
type Seen = { readonly messages: Set<Hex>; readonly requests: Set<number> }

const seenIn = new WeakMap<OpenWorld, Seen>()

/** Notes the ids of all messages and requests of a world from now on, so that they can be measured. */
export function noteTraffic(world: OpenWorld): void {
  const { messaging, gateway, defer } = world
  const seen: Seen = { messages: new Set(), requests: new Set() }
  seenIn.set(world, seen)
  defer(messaging.ledger.subscribe(({ outbound }) => seen.messages.add(outbound.messageId)))
  if (gateway === undefined) return
  defer(gateway.ledger.subscribe(({ requestCount }) => seen.requests.add(requestCount)))
}

/** Lets the actors work, and measures the messages and requests that are in the world now. */
export async function measureWorld(world: OpenWorld): Promise<readonly Measurement[]> {
  const { messaging, gateway, relay } = world
  await relay.idle()
  const { messages = new Set<Hex>(), requests = new Set<number>() } = seenIn.get(world) ?? {}
  const records = [...messages].flatMap((id) => messaging.ledger.get(id) ?? [])
  const made = [...requests].flatMap((count) => gateway?.ledger.request(count) ?? [])
  return [...(await measureMessages(world, records)), ...(await measureRequests(world, made))]
}
