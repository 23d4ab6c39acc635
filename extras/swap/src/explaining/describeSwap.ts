import { executionStates } from "../execution/executionStates.js"
import type { RouteEvent, RouteReading } from "../reading/readRoute.js"
import type { SwapCase } from "../reading/types.js"
import { timeOf } from "./words.js"
import { chainEvent, type ExplainedItem, type StoryEvent } from "#src/explaining/Explanation.js"
import { formatDuration } from "#src/primitives/duration.js"
import { excerpt } from "#src/primitives/text.js"
import { stateInfo } from "#src/swap/states.js"

/** How a swap ended, as a chain shows it. */
type ShownEnd = "paid" | "refunded" | undefined

/** Where a swap is: by what the chains show of its end, else by the API's state if it knows the route, else by the journal's. */
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

/** What is in no block. */
const nowhere = { blockNumber: null, txHash: null }

export function listEvents(swap: SwapCase, reading: RouteReading | undefined): StoryEvent[] {
  const { record, sending, origin, destination, api, id: about } = swap
  const chain = { name: origin?.name ?? "the origin chain" }
  const other = { name: destination?.name ?? "the destination chain" }
  const logged = (on: { readonly name: string }, logs: readonly RouteEvent[] = []): StoryEvent[] =>
    logs.map((log) => chainEvent(on, { ...log, timestamp: null }, { ...partsOf(log), about }))
  const entry = record?.entry
  const events: StoryEvent[] = []
  if (entry !== undefined) {
    const parts = { about, title: `Recorded as ${entry.state}`, details: [`as ${entry.account}`] }
    events.push({ ...nowhere, at: Math.floor(entry.at / 1_000), place: "the journal", ...parts })
  }
  if (sending.kind === "mined") {
    const { hash, receipt, at } = sending
    const place = { blockNumber: receipt.blockNumber, transactionHash: hash, timestamp: BigInt(at) }
    events.push(
      chainEvent(chain, place, { title: receipt.status === "success" ? "Swap sent" : "Swap reverted", about }),
    )
  }
  events.push(...logged(chain, reading?.origin))
  if (origin?.chainId !== destination?.chainId) events.push(...logged(other, reading?.destination))
  if (api.kind === "route") {
    const { status, destination: side } = api.route
    const at = typeof side.timestamp === "number" ? side.timestamp : null
    const txHash = side.txHash !== null && /^0x[0-9a-f]{64}$/.test(side.txHash) ? side.txHash : null
    const parts = { about, title: `Reported as ${excerpt(status, 30)}`, details: [] }
    events.push({ ...nowhere, at, txHash, place: "the swap API", ...parts })
  }
  return events
}

const titles: Readonly<Record<RouteEvent["eventName"], string>> = {
  RouteStarted: "Route started",
  RouteArrived: "Value arrived",
  RouteCompleted: "Output paid",
  RouteRefunding: "Refund sent back",
  RouteRefundWaiting: "Refund waits for its message to be paid",
  RouteRefundDue: "Refund due",
  RouteRefunded: "Refunded",
}

function partsOf({ eventName, args }: RouteEvent): Pick<StoryEvent, "title" | "details"> {
  const details = Object.entries(args).filter(([name]) => name !== "quoteId")
  return { title: titles[eventName], details: details.map(([name, value]) => `${name}: ${String(value)}`) }
}
