import type { ExplainedItem } from "../../explaining/Explanation.js"
import { formatDuration } from "../../primitives/duration.js"
import { excerpt } from "../../primitives/text.js"
import { executionStates } from "../execution/executionStates.js"
import { stateInfo } from "../states.js"
import type { RouteReading } from "./sent/readRoute.js"
import type { RouteEvent } from "./sent/routeEvents.js"
import { timeOf } from "./sentences.js"
import type { SwapCase } from "./types.js"

/** How a swap ended, as a chain shows it. */
export type ShownEnd = "paid" | "refunded" | undefined

/**
 * Says where a swap is: by what the chains show of its end, or else by the API's state if it knows the route, and else by that of the
 * journal.
 */
export function describeSwap(swap: SwapCase, reading: RouteReading | undefined, end: ShownEnd): ExplainedItem {
  const { id, api, record, sending } = swap
  const since = sending.kind === "mined" ? sending.at : null
  if (end === "paid") {
    const where = `on ${swap.destination?.name ?? "the destination"}`
    return { id, status: "COMPLETED", says: `The output was paid ${where}${hashOf(paidIn(swap, reading))}.`, since }
  }
  if (api.kind !== "route") {
    const entry = record?.entry
    if (entry === undefined) return { id, status: "UNKNOWN", says: "Nothing is known of it.", since }
    return { id, status: entry.state, says: sentence(executionStates[entry.state].says), since }
  }
  const { status, destination, refund } = api.route
  const words = sentence(stateInfo(status)?.says ?? `the API says ${excerpt(status, 40)}`)
  if (status === "COMPLETED" || (status === "REFUNDED" && end === undefined)) {
    const claimed = status === "COMPLETED" ? destination.txHash : (refund?.txHash ?? null)
    return { id, status, says: `The swap API says ${status}${hashOf(claimed)}, and no chain confirms it.`, since }
  }
  return { id, status, says: `${words}${status === "IN_PROGRESS" ? timeWords(swap, reading) : ""}`, since }
}

function paidIn({ api }: SwapCase, reading: RouteReading | undefined): string | null {
  if (api.kind === "route" && api.route.status === "COMPLETED") return api.route.destination.txHash
  return reading?.destination.find(({ eventName }) => eventName === "RouteCompleted")?.transactionHash ?? null
}

/** How long such a swap takes, and how long this one has. */
function timeWords({ record, sending, now }: SwapCase, reading: RouteReading | undefined): string {
  const estimate = record?.entry?.route.estimatedTime ?? null
  const usual = estimate === null ? "" : ` Such a route is said to take ${formatDuration(estimate * 1_000)}.`
  const waited =
    sending.kind === "mined" ? ` Its transaction was mined ${formatDuration((now - sending.at) * 1_000)} ago.` : ""
  const arrived = reading?.destination.findLast((event): event is ArrivedEvent => event.eventName === "RouteArrived")
  const held =
    arrived === undefined || Number(arrived.args.payableAt) <= now
      ? ""
      : ` It has arrived, and the bridge holds it until ${timeOf(Number(arrived.args.payableAt))}.`
  return `${waited}${usual}${held}`
}

type ArrivedEvent = Extract<RouteEvent, { eventName: "RouteArrived" }>

function hashOf(txHash: string | null): string {
  return txHash === null ? "" : ` in ${excerpt(txHash)}`
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
