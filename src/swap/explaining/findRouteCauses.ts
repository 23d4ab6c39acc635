import { blockSource } from "../../explaining/evidence.js"
import { byOthers } from "../../explaining/explain.js"
import { formatDuration } from "../../primitives/duration.js"
import { grace, isRead, type RouteReading } from "../reading/readRoute.js"
import type { SwapCase } from "../reading/types.js"
import { aheadCause, findPaymentCauses } from "./findPaymentCauses.js"
import { findMessageCauses, findRefundCauses, findRefundedCauses } from "./findRefundCauses.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"
import { apiEvidence, checkApi, timeOf } from "./words.js"

/** Finds why a swap whose transaction succeeded has not arrived, or that the chains confirm what the API says. */
export async function findRouteCauses(swap: SwapCase, reading: RouteReading | undefined): Promise<SwapFindings> {
  const { api } = swap
  const completed = reading?.destination.some(({ eventName }) => eventName === "RouteCompleted") === true
  if (api.kind !== "route") {
    if (completed) return { causes: [], hasArrived: true }
    if (reading === undefined) return { causes: api.kind === "no answer" ? [silentCause(swap)] : [] }
    const under = await findUnderWayCauses(swap, reading)
    return { ...under, causes: [...under.causes, api.kind === "no answer" ? silentCause(swap) : behindCause(swap)] }
  }
  const { route } = api
  switch (route.status) {
    case "COMPLETED":
      return await findPaymentCauses(swap, route, reading)
    case "REFUNDED":
      return { causes: await findRefundedCauses(swap, route, reading) }
    case "REFUNDING":
      return await findRefundCauses(swap, reading)
    case "FAILED":
      // That its transaction reverted is a cause of its own.
      return { causes: swap.sending.kind === "mined" && reading === undefined ? [] : [failedCause(swap)] }
    case "PENDING":
    case "EXPIRED":
    case "IN_PROGRESS":
    default: {
      if (completed) return { causes: [], hasArrived: true }
      if (reading === undefined) return { causes: [] }
      const under = await findUnderWayCauses(swap, reading)
      const isBehind = route.status === "PENDING" || route.status === "EXPIRED"
      return isBehind ? { ...under, causes: [...under.causes, behindCause(swap)] } : under
    }
  }
}

/** What the API calls final must not be so while the transaction that it began with is not there. */
export function findFalseEnd(swap: SwapCase): SwapCause | undefined {
  const { api, sending, origin } = swap
  if (api.kind !== "route" || !isRead(origin)) return undefined
  const { route } = api
  const isOver = route.status === "COMPLETED" || (route.status === "REFUNDED" && route.userOp !== "deposit")
  const isThere = sending.kind === "mined" && sending.receipt.status === "success"
  if (!isOver || isThere || sending.kind === "unclear") return undefined
  const what = sending.kind === "mined" ? "reverted" : sending.kind === "nothing" ? "was never signed" : "is not mined"
  return aheadCause(swap, `its transaction ${what} on ${origin.name}`, route.origin.txHash)
}

async function findUnderWayCauses(swap: SwapCase, reading: RouteReading): Promise<SwapFindings> {
  const { origin } = swap
  if (!isRead(origin)) return { causes: [] }
  const messages = await findMessageCauses(swap, origin, reading.txHash)
  if (messages.causes.length > 0) return messages
  const held = findHeld(swap, reading)
  if (held !== undefined) return { ...messages, causes: held.causes }
  return { ...messages, causes: lateCauses(swap, reading) }
}

/** A slow bridge holds what has arrived until a time that its log names. Then somebody has to release it. */
function findHeld(swap: SwapCase, reading: RouteReading): SwapFindings | undefined {
  const arrived = reading.destination.findLast(({ eventName }) => eventName === "RouteArrived")
  if (arrived?.eventName !== "RouteArrived" || swap.destination === undefined) return undefined
  const { name } = swap.destination
  const { payableAt, quoteId } = arrived.args
  if (reading.destinationNow <= Number(payableAt) + grace) return { causes: [] }
  const call = `release(${quoteId}) of ${arrived.address} on ${name}`
  const cause: SwapCause = {
    name: "release-due",
    says: `The bridge ${arrived.address} on ${name} has held the value longer than it has to, until ${timeOf(Number(payableAt))}, and nobody has released it.`,
    evidence: [
      {
        source: blockSource(swap.destination, arrived.blockNumber),
        says: `RouteArrived: it can be paid from ${timeOf(Number(payableAt))}.`,
      },
      { source: name, says: `It is ${timeOf(reading.destinationNow)} there.` },
      apiEvidence(swap),
    ],
    fix: `call ${call}, or ask the provider to`,
  }
  return { causes: [cause] }
}

/** In seconds: a provider is not said to be late before that, whatever time it named. */
const minPatience = 30 * 60

/** How many times as long as it named a provider may take. */
const patience = 10

function lateCauses(swap: SwapCase, { startedAt }: RouteReading): readonly SwapCause[] {
  const estimate = swap.record?.entry?.route.estimatedTime ?? null
  const allowed = Math.max(minPatience, patience * (estimate ?? 0))
  const waited = swap.now - startedAt
  if (waited <= allowed) return []
  const usual = estimate === null ? "" : ` The route was said to take ${formatDuration(estimate * 1_000)}.`
  return [
    {
      name: "provider-late",
      certainty: "likely",
      says: `The transaction was mined ${formatDuration(waited * 1_000)} ago, and the provider has neither paid nor refunded.${usual}`,
      evidence: [apiEvidence(swap)],
      fix: byOthers(`the provider ${providerOf(swap)}of the route pays or refunds`),
    },
  ]
}

function providerOf({ api, record }: SwapCase): string {
  const details = api.kind === "route" ? api.route.routeDetails : record?.entry?.route.routeDetails
  return typeof details?.name === "string" ? `${details.name.slice(0, 40)} ` : ""
}

function failedCause(swap: SwapCase): SwapCause {
  return {
    name: "route-failed",
    certainty: "likely",
    says: "The swap API says that the swap failed, and reports no refund.",
    evidence: [apiEvidence(swap)],
    fix: byOthers("the operator of the swap API finds out where the funds are"),
  }
}

function behindCause(swap: SwapCase): SwapCause {
  return {
    name: "api-behind-chain",
    says: `The transaction was mined on ${swap.origin?.name ?? "the origin chain"}, and the swap API does not know of it yet.`,
    evidence: [apiEvidence(swap)],
  }
}

function silentCause(swap: SwapCase): SwapCause {
  return {
    name: "api-silent",
    certainty: "likely",
    says: "The swap API does not answer, so that it is not known how the provider stands.",
    evidence: [apiEvidence(swap)],
    fix: checkApi,
  }
}
