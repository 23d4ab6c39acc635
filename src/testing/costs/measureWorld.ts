import type { OpenWorld } from "../OpenWorld.js"
import type { Measurement } from "./Measurement.js"
import { measureMessages } from "./measureMessages.js"
import { measureRequests } from "./measureRequests.js"
import { trafficOf } from "./traffic.js"

/** Lets the actors work, and measures the messages and requests that are in the world now. */
export async function measureWorld(world: OpenWorld): Promise<readonly Measurement[]> {
  await world.relay.idle()
  const { messages, requests } = trafficOf(world)
  return [...(await measureMessages(world, messages)), ...(await measureRequests(world, requests))]
}
