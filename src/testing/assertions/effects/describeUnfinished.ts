import { formatUtc } from "../../../primitives/duration.js"
import type { OpenWorld } from "../../OpenWorld.js"
import type { Sent } from "../../Sent.js"
import { describeRequests } from "./describeRequests.js"
import { describeRoute, routeOf } from "./describeRoute.js"
import { requestsOf } from "./requestsOf.js"

/** Says what of a sent transaction has not arrived yet, for a failure text; empty if all has, or if it is nothing that was sent. */
export async function describeUnfinished(world: OpenWorld, sent: unknown): Promise<string[]> {
  const { hash: txHash, chain, route } = (sent ?? {}) as Partial<Sent>
  if (txHash === undefined || chain === undefined) return []
  const { gateway, devnet } = world
  const messages = devnet
    .messagesFromTx(devnet.chains[chain]?.slug ?? 0, txHash)
    .filter(({ status }) => status !== "EXECUTION_SUCCESS")
    .map(
      ({ outbound: { messageId }, status, since }) =>
        `message ${messageId} is ${status} since ${formatUtc(Math.floor(since / 1_000)) ?? since}`,
    )
  const requests = gateway === undefined ? [] : requestsOf({ gateway, txHash })
  const open = requests.filter(({ status }) => status !== "COMPLETED")
  const known = route && routeOf(world, route.quoteId)
  return [
    ...messages,
    ...(gateway === undefined ? [] : await describeRequests({ world, gateway }, open)),
    ...(known === undefined || known.status === "COMPLETED" ? [] : [await describeRoute(world, known)]),
  ]
}
