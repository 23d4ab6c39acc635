import { AssertionError } from "node:assert"

import { placeOf, pointAt, toAwait } from "../world/awaited.js"
import type { Assertions, EffectAssertions, MessageAssertions } from "./Assertions.js"
import { checkBalances, checkConserved } from "./effects/balances.js"
import {
  checkCallbackReverts,
  checkCallbackRevertsWith,
  checkCallbacksResolved,
  checkPayloadReverts,
  checkPayloadRevertsWith,
  checkPayloadsResolved,
  checkRequestsCompleted,
} from "./effects/requests.js"
import { checkRanWhenDue } from "./effects/schedules.js"
import { isSwap, valueOf } from "./effects/subject.js"
import { failureOf, type Matcher, type MatchResult } from "./Matcher.js"
import { checkDelivered, checkDeliveredOnce, checkReach, checkRevertedWithError } from "./messages/delivery.js"
import { checkPayFee, checkRefund, checkRefusedBelowFee } from "./messages/fees.js"
import { checkCauseEvent, checkInboundReverts, checkInboundRevertsWith } from "./messages/inbound.js"
import { extras, type RefusalReason } from "#src/plugin/extras.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

export const matchers: { readonly [Name in keyof (MessageAssertions & EffectAssertions)]: Matcher } = {
  delivered: checkDelivered,
  deliveredOnce: checkDeliveredOnce,
  reach: checkReach,
  revertInbound: checkInboundReverts,
  revertInboundWith: checkInboundRevertsWith,
  revertedWithError: checkRevertedWithError,
  causeEvent: checkCauseEvent,
  refusedBelowFee: checkRefusedBelowFee,
  payFee: checkPayFee,
  refund: checkRefund,
  changeBalances: checkBalances,
  conserveValue: checkConserved,
  completed: checkCompleted,
  resolvePayloads: checkPayloadsResolved,
  resolveCallbacks: checkCallbacksResolved,
  revertPayload: checkPayloadReverts,
  revertPayloadWith: checkPayloadRevertsWith,
  revertCallback: checkCallbackReverts,
  revertCallbackWith: checkCallbackRevertsWith,
  runWhenDue: checkRanWhenDue,
  refunded: async (subject) => await (await extras.routeAssertions()).checkRefunded(subject),
  // The number of parameters decides whether its word takes any.
  refundedFor: async (subject, name: string, args?: readonly unknown[]) =>
    await (await extras.routeAssertions()).checkRefundedFor(subject, name, args),
  refusedFor: async (subject, reason: RefusalReason) =>
    await (await extras.routeAssertions()).checkRefused(subject, reason),
}

async function checkCompleted(subject: unknown): Promise<MatchResult> {
  const value = await valueOf(subject)
  if (!isSwap(value)) return await checkRequestsCompleted(value)
  return await (await extras.routeAssertions()).checkRouteCompleted(value)
}

type Assert = (subject: unknown, ...parameters: readonly unknown[]) => Promise<void>

/** Makes a function of each matcher, which rejects with an `AssertionError` if what it finds out is not so. */
export function createAssertions(): Assertions {
  const assertions = (isNegated: boolean): Record<string, Assert> =>
    Object.fromEntries(
      Object.entries<Matcher>(matchers).map(([name, matcher]) => [name, createAssert(name, matcher, isNegated)]),
    )
  return { ...assertions(false), not: assertions(true) } as unknown as Assertions
}

function createAssert(name: string, matcher: Matcher, isNegated: boolean): Assert {
  // Not an async function, because the frames of the test have to be on the stack.
  const assert: Assert = (subject, ...parameters) => {
    const place = placeOf(assert)
    // The subject is awaited later. Until then its rejection is not unhandled.
    if (subject instanceof Promise) subject.catch(() => undefined)
    const checked = matcher(subject, ...(parameters as never[]))
      .then((result) => failureOf(result, isNegated))
      .then(
        (message) => {
          if (message !== undefined) throw pointAt(new AssertionError({ message, operator: name }), place)
        },
        (error: unknown) => {
          throw error instanceof PlugsError ? pointAt(error, place) : error
        },
      )
    return toAwait(checked, `world.assertions.${isNegated ? "not." : ""}${name}`, place)
  }
  return assert
}
