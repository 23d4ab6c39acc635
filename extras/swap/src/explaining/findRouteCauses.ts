import { isCompleted, isFalseEnd, type SwapReading } from "../reading/readProgress.js"
import { grace, type RouteReading } from "../reading/readRoute.js"
import type { SwapCase } from "../reading/types.js"
import {
  aheadCause,
  findMessageCauses,
  findPaymentCauses,
  findRefundCauses,
  findRefundedCauses,
} from "./findRefundCauses.js"
import type { SwapCause } from "./swapCauses.js"
import { apiEvidence, checkApi, timeOf } from "./words.js"
import { blockSource } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Finds why a swap whose transaction succeeded has not arrived. */
export function findRouteCauses(reading: SwapReading): readonly SwapCause[] {
  const { swap, route, payout, refunded, refund } = reading
  const { api } = swap
  if (api.kind !== "route") {
    const silent = api.kind === "no answer" ? [silentCause(swap)] : []
    if (route === undefined) return silent
    return [...findUnderWayCauses(reading, route), ...(api.kind === "no answer" ? silent : [behindCause(swap)])]
  }
  switch (api.route.status) {
    case "COMPLETED":
      return findPaymentCauses(swap, api.route, payout)
    case "REFUNDED":
      return findRefundedCauses(swap, refunded)
    case "REFUNDING":
      return refund === undefined ? [] : findRefundCauses(swap, refund)
    case "FAILED":
      // That its transaction reverted is a cause of its own.
      return swap.sending.kind === "mined" && route === undefined ? [] : [failedCause(swap)]
    case "PENDING":
    case "EXPIRED":
      return route === undefined ? [] : [...findUnderWayCauses(reading, route), behindCause(swap)]
    case "IN_PROGRESS":
    default:
      return route === undefined ? [] : findUnderWayCauses(reading, route)
  }
}

/** Whether the chains show that the output was paid. */
export function hasArrived({ swap: { api }, route, payout }: SwapReading): boolean {
  if (payout !== undefined) return payout.kind === "seen"
  const status = api.kind === "route" ? api.route.status : undefined
  const isOver = status === "COMPLETED" || status === "REFUNDED" || status === "REFUNDING" || status === "FAILED"
  return !isOver && isCompleted(route)
}

/** What the API calls final must not be so while the transaction that it began with is not there. */
export function findFalseEnd(swap: SwapCase): SwapCause | undefined {
  const { api, sending, origin } = swap
  if (api.kind !== "route" || origin === undefined || !isFalseEnd(swap)) return undefined
  const what = sending.kind === "mined" ? "reverted" : sending.kind === "nothing" ? "was never signed" : "is not mined"
  return aheadCause(swap, `its transaction ${what} on ${origin.name}`, api.route.origin.txHash)
}

function findUnderWayCauses({ swap, messages }: SwapReading, route: RouteReading): readonly SwapCause[] {
  const stuck = findMessageCauses(messages)
  return stuck.length > 0 ? stuck : (findHeld(swap, route) ?? lateCauses(swap, route))
}

/** A slow bridge holds what has arrived until a time that its log names. Then somebody has to release it. */
function findHeld(swap: SwapCase, reading: RouteReading): readonly SwapCause[] | undefined {
  const arrived = reading.destination.findLast(({ eventName }) => eventName === "RouteArrived")
  if (arrived?.eventName !== "RouteArrived" || swap.destination === undefined) return undefined
  const { name } = swap.destination
  const { payableAt, quoteId } = arrived.args
  if (reading.destinationNow <= Number(payableAt) + grace) return []
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
  return [cause]
}

/** In seconds: a provider is not said to be late before that, whatever time it named. */
const minPatience = 30 * 60

/** How many times as long as it named a provider may take. */
const patience = 10

function lateCauses(swap: SwapCase, { startedAt }: RouteReading): readonly SwapCause[] {
  const estimate = swap.record?.entry?.route.estimatedTime ?? null
  const allowed = estimate === null ? minPatience : Math.max(minPatience, patience * estimate)
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
