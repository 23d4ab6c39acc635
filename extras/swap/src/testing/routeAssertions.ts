import { type Address, isAddressEqual, isHash } from "viem"

import { type RouteRefusal, routeRefusals, RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import type { DevnetToken } from "#extras/swap/src/market/describeMarket.js"
import type { RouteFacts, RouteRecord } from "#extras/swap/src/market/facts.js"
import { StatusError } from "#src/http/errors.js"
import { formatTokens } from "#src/primitives/numbers/amount.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { inQuotes, oneLine } from "#src/primitives/text.js"
import { routeStates } from "#src/swap/states.js"
import { invalid } from "#src/testing/arguments.js"
import { formatMoment, isSwap, settle, valueOf } from "#src/testing/assertions/effects/subject.js"
import { type Expected, expectedWith } from "#src/testing/assertions/matchArgs.js"
import type { Matcher, MatchResult } from "#src/testing/assertions/Matcher.js"
import { projectAbis } from "#src/testing/assertions/reasons.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { worldOf } from "#src/testing/world/runningWorlds.js"

/** A name of `routeRefusals`, or what the swap API says: a part of its text or a regular expression. */
export type RefusalReason = RouteRefusal | RegExp | (string & {})

export const checkRouteCompleted: Matcher<[]> = (subject) => checkRoute(subject, "completed", "COMPLETED")

export const checkRefunded: Matcher<[]> = (subject) => checkRoute(subject, "refunded", "REFUNDED")

/** Delivers, and finds out whether a swap was paid back because its destination reverted with an error. */
export async function checkRefundedFor(
  subject: unknown,
  name: string,
  args?: readonly unknown[],
): Promise<MatchResult> {
  if (typeof name === "string") return await checkRoute(subject, "refundedFor", "REFUNDED", expectedWith(name, args))
  const fix = "Name the error that the destination reverts with, such as TooLittleOut."
  throw invalid("refundedFor", "it was given no reason", fix)
}

async function checkRoute(
  subject: unknown,
  assertion: string,
  status: "COMPLETED" | "REFUNDED",
  error?: Expected,
): Promise<MatchResult> {
  const { world, route } = await deliver(subject, assertion)
  const reason = (route.facts.refunding ?? route.facts.refundWaiting)?.reason
  const revert = reason === undefined ? undefined : decodeRevertData(reason, await projectAbis(world))
  const text = await describeRoute(world, route)
  const expected = `be ${status.toLowerCase()}${error === undefined ? "" : ` for ${error.text}`}`
  return {
    holds: route.status === status && (error === undefined || error.matches(revert)),
    problem: `Expected the swap to ${expected}, but ${text}`,
    problemIfNot: `Expected the swap not to ${expected}, but ${text}`,
  }
}

/** Finds out whether a swap was refused before anything was sent. */
export async function checkRefused(subject: unknown, reason: RefusalReason): Promise<MatchResult> {
  if (typeof reason !== "string" && !(reason instanceof RegExp)) {
    throw invalid(
      "refusedFor",
      "it was given no reason",
      "Name one of routeRefusals, such as TARGET_NOT_ALLOWED, or a part of what the swap API says.",
    )
  }
  const wanted = reason instanceof RegExp ? String(reason) : reason in routeRefusals ? reason : inQuotes(reason)
  let refusal: PlugsError
  try {
    const sent = await valueOf(subject)
    return {
      holds: false,
      problem: `Expected the swap to be refused for ${wanted}, but it was sent${isSwap(sent) ? ` in ${sent.hash}` : ""}.`,
      problemIfNot: "",
    }
  } catch (error) {
    if (!isPlugsError(error) || !refusals.has(error.code)) throw error
    refusal = error
  }
  const said = [refusal.message, refusal instanceof StatusError ? refusal.serverMessage : undefined].join("\n")
  const isFor =
    reason instanceof RegExp
      ? reason.test(said)
      : reason in routeRefusals
        ? refusal instanceof RouteRefusedError && refusal.reason === reason
        : said.includes(reason)
  return {
    holds: isFor,
    problem: `Expected the swap to be refused for ${wanted}, but: ${oneLine(refusal.message)}`,
    problemIfNot: `Expected the swap not to be refused for ${wanted}, but: ${oneLine(refusal.message)}`,
  }
}

/** The codes of the errors that refuse a swap before anything is sent. */
const refusals: ReadonlySet<string> = new Set(["ROUTE_REFUSED", "REQUEST_REFUSED", "NOTHING_OFFERED"])

async function deliver(subject: unknown, assertion: string): Promise<{ world: OpenWorld; route: RouteRecord }> {
  const sent = await valueOf(subject)
  const world = worldOf(sent)
  if (!isSwap(sent) || world === undefined) {
    throw invalid(
      assertion,
      "it was given no swap",
      `Pass what world.swap returns: expect(world.swap({…})).to.be.${assertion}.`,
    )
  }
  await settle(world)
  const route = routeOf(world, sent.route.quoteId)
  if (route !== undefined) return { world, route }
  throw invalid(
    assertion,
    "the world does not know this swap any more",
    "Do not use what was swapped before the world went back to a snapshot.",
  )
}

/** Describes a route that has not paid; `undefined` if it has, or if the world knows none. */
export async function describeUnpaid(world: OpenWorld, quoteId: string): Promise<string | undefined> {
  const route = routeOf(world, quoteId)
  return route === undefined || route.status === "COMPLETED" ? undefined : await describeRoute(world, route)
}

/** The route of a quote that was sent; `undefined` if the world knows none. */
function routeOf({ market }: OpenWorld, quoteId: string): RouteRecord | undefined {
  return isHash(quoteId) ? market?.ledger.route(quoteId, false) : undefined
}

/** Describes a route for a failure text: its state, and what happened on both chains and when. */
async function describeRoute(world: OpenWorld, { quote, facts, status }: RouteRecord): Promise<string> {
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
      `refused by the destination at ${formatMoment(failed.timestamp)}: ${decodeRevertData(failed.reason, await projectAbis(world)).reason}`,
    completed && `paid ${paid(completed)} at ${formatMoment(completed.timestamp)}`,
    refunded && `refunded ${paid(refunded)} at ${formatMoment(refunded.timestamp)}`,
  ].filter((event) => event !== undefined && event !== false)
}

/** The token of a market, which has the same address on every chain. */
function tokenAt({ devnet: { market } }: OpenWorld, address: Address): DevnetToken | undefined {
  const tokens = Object.values(market ?? {}).flatMap(({ tokens }) => Object.values(tokens))
  return tokens.find((token) => isAddressEqual(token.address, address))
}
