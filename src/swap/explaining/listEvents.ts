import type { StoryEvent } from "../../explaining/Explanation.js"
import { excerpt } from "../../primitives/text.js"
import type { RouteReading } from "./sent/readRoute.js"
import type { RouteEvent } from "./sent/routeEvents.js"
import type { SwapCase } from "./types.js"

/** Lists what has happened to a swap, for the timeline. */
export function listEvents(swap: SwapCase, reading: RouteReading | undefined): StoryEvent[] {
  const { record, sending, origin, destination, api, id } = swap
  const event = (fields: Partial<StoryEvent> & Pick<StoryEvent, "place" | "title">): StoryEvent => ({
    at: null,
    blockNumber: null,
    txHash: null,
    about: id,
    details: [],
    ...fields,
  })
  const chain = origin?.name ?? "the origin chain"
  const entry = record?.entry
  const events: StoryEvent[] = []
  if (entry !== undefined) {
    const at = Math.floor(entry.at / 1_000)
    events.push(
      event({ at, place: "the journal", title: `Recorded as ${entry.state}`, details: [`as ${entry.account}`] }),
    )
  }
  if (sending.kind === "mined") {
    const { hash, receipt, at } = sending
    const title = receipt.status === "success" ? "Swap sent" : "Swap reverted"
    events.push(event({ at, place: chain, blockNumber: receipt.blockNumber, txHash: hash, title }))
  }
  const isOneChain = origin?.chainId === destination?.chainId
  events.push(...(reading?.origin ?? []).map((log) => event(logged(log, chain))))
  if (!isOneChain) {
    events.push(
      ...(reading?.destination ?? []).map((log) => event(logged(log, destination?.name ?? "the destination chain"))),
    )
  }
  if (api.kind === "route") {
    const { status, destination: side } = api.route
    const at = typeof side.timestamp === "number" ? side.timestamp : null
    const txHash = side.txHash !== null && /^0x[0-9a-f]{64}$/.test(side.txHash) ? side.txHash : null
    events.push(event({ at, place: "the swap API", txHash, title: `Reported as ${excerpt(status, 30)}` }))
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

function logged(
  log: RouteEvent,
  place: string,
): Pick<StoryEvent, "place" | "blockNumber" | "txHash" | "title" | "details"> {
  const details = Object.entries(log.args)
    .filter(([name]) => name !== "quoteId")
    .map(([name, value]) => `${name}: ${String(value)}`)
  return { place, blockNumber: log.blockNumber, txHash: log.transactionHash, title: titles[log.eventName], details }
}
