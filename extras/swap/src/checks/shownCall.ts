import type { Address } from "viem"
import { isAddressEqual } from "viem/utils"

import type { CheckedRoute, RouteFee, ShownCall } from "./types.js"

/** Describes what a route does, for those who agree to it, and to compare it with what takes its place. */
export function shownCall({ request, transaction, approval, functions, fees, undecoded }: CheckedRoute): ShownCall {
  const input = request.outputAmount === undefined ? {} : { input: request.inputAmount }
  const called = { target: transaction.to, spender: approval?.spender, value: transaction.value }
  return { ...called, ...input, functions, fees, undecoded }
}

/**
 * Says what a call does that was not shown: another function, an argument that is not decoded, a fee for somebody else or a higher one, or
 * more of the input or of native currency. Less of anything is no difference; other contracts are asked about one by one.
 */
export function callChanges(call: ShownCall, shown: ShownCall): readonly string[] {
  const functions = call.functions.join(", ")
  const before = shown.functions.join(", ")
  return [
    ...(functions === before ? [] : [`it calls ${functions} in place of ${before}`]),
    ...call.undecoded.filter((path) => !shown.undecoded.includes(path)).map((path) => `${path} is not decoded`),
    ...call.fees
      .filter(({ taker }) => feeOf(taker, call.fees) > feeOf(taker, shown.fees))
      .map(({ taker }) => `it pays ${feeOf(taker, call.fees)} to ${taker} in place of ${feeOf(taker, shown.fees)}`),
    ...((call.input ?? 0n) > (shown.input ?? 0n) ? [`it takes ${call.input} in place of ${shown.input}`] : []),
    ...(call.value > shown.value ? [`it attaches ${call.value} wei in place of ${shown.value}`] : []),
  ]
}

export function feeOf(taker: Address, fees: readonly RouteFee[]): bigint {
  return fees.filter((fee) => isAddressEqual(fee.taker, taker)).reduce((sum, { amount }) => sum + amount, 0n)
}
