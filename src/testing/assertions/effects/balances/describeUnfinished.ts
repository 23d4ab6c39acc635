import type { OpenWorld } from "../../../OpenWorld.js"
import type { Sent } from "../../../Sent.js"
import { describeMessages } from "../../messages/describing/describeMessages.js"
import { describeRequests } from "../describeRequests.js"
import { describeRoute, routeOf } from "../describeRoute.js"
import { requestsOf } from "../requestsOf.js"

/** Says what of a sent transaction has not arrived yet, for a failure text; empty if all has, or if it is nothing that was sent. */
export async function describeUnfinished(world: OpenWorld, sent: unknown): Promise<string[]> {
  const { hash: txHash, chain, route } = (sent ?? {}) as Partial<Sent>
  if (txHash === undefined || chain === undefined) return []
  const { gateway, devnet } = world
  const messages = devnet
    .messagesFromTx(devnet.chains[chain]?.slug ?? 0, txHash)
    .filter(({ status }) => status !== "EXECUTION_SUCCESS")
  const requests = gateway === undefined ? [] : requestsOf({ gateway, txHash })
  const open = requests.filter(({ status }) => status !== "COMPLETED")
  const known = route && routeOf(world, route.quoteId)
  return [
    ...(messages.length === 0 ? [] : ["Not delivered:", await describeMessages(world, messages)]),
    ...(gateway === undefined || open.length === 0
      ? []
      : ["Not completed:", ...(await describeRequests({ world, gateway }, open))]),
    ...(known === undefined || known.status === "COMPLETED"
      ? []
      : ["Not completed:", `  ${await describeRoute(world, known)}`]),
  ]
}
