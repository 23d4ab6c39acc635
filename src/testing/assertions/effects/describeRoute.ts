import { type Address, type Hex, isAddressEqual, isHash } from "viem"

import type { DevnetToken } from "../../../devnet/market/describeMarket.js"
import type { RouteFacts } from "../../../devnet/market/ledger/facts.js"
import type { RouteRecord } from "../../../devnet/market/ledger/routeStatus.js"
import { formatTokens } from "../../../primitives/numbers/formatTokens.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { routeStates } from "../../../swap/states.js"
import type { OpenWorld } from "../../OpenWorld.js"
import { projectAbis } from "../reverts/projectAbis.js"
import { formatMoment } from "./formatMoment.js"

/** The route of a quote that was sent; `undefined` if the world knows none. */
export function routeOf({ market }: OpenWorld, quoteId: string): RouteRecord | undefined {
  return isHash(quoteId) ? market?.ledger.route(quoteId, false) : undefined
}

/** Describes a route for a failure text: its state, and what happened on both chains and when. */
export async function describeRoute(world: OpenWorld, { quote, facts, status }: RouteRecord): Promise<string> {
  const { origin, destination } = quote
  const events = await eventsOf(world, facts)
  const happened = events.length === 0 ? "" : `: ${events.join(", ")}`
  return `the route ${quote.quoteId} from ${origin.name} to ${destination.name} is ${status} (${routeStates[status].says})${happened}`
}

async function eventsOf(world: OpenWorld, facts: RouteFacts): Promise<string[]> {
  const { started, arrived, completed, refunding, refundWaiting, refunded, reverted } = facts
  const failed = refunding ?? refundWaiting
  const paid = (value: NonNullable<typeof completed>): string => formatTokens(value.amount, tokenAt(world, value.token))
  return [
    reverted && `reverted at ${formatMoment(reverted.timestamp)}`,
    started && `sent at ${formatMoment(started.timestamp)}`,
    arrived && `arrived at ${formatMoment(arrived.timestamp)}`,
    arrived &&
      !completed &&
      !failed &&
      `to be paid at ${formatMoment(arrived.payableAt)}: world.time.setTo(${arrived.payableAt}) lets it be`,
    failed &&
      `refused by the destination at ${formatMoment(failed.timestamp)}: ${await reasonOf(world, failed.reason)}`,
    completed && `paid ${paid(completed)} at ${formatMoment(completed.timestamp)}`,
    refunded && `refunded ${paid(refunded)} at ${formatMoment(refunded.timestamp)}`,
  ].filter((event) => event !== undefined && event !== false)
}

/** Why the destination refused a route, in a line. */
async function reasonOf(world: OpenWorld, reason: Hex): Promise<string> {
  return decodeRevertData(reason, await projectAbis(world)).reason
}

/** The token of a market, which has the same address on every chain. */
function tokenAt({ devnet: { market } }: OpenWorld, address: Address): DevnetToken | undefined {
  const tokens = Object.values(market ?? {}).flatMap(({ tokens }) => Object.values(tokens))
  return tokens.find((token) => isAddressEqual(token.address, address))
}
