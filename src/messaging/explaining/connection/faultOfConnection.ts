import { isAddressEqual, zeroAddress } from "viem"

import type { Journey } from "../../reading/types.js"

/**
 * How the destination plug's connection stops a message: it names nobody on the source chain, or another plug than the sender. Then the
 * socket gets another hash than the executor signed, and refuses the message before it asks the plug.
 *
 * How the source plug is connected stops no message that was sent.
 *
 * @returns `undefined` if it does not stop it, or the destination chain was not read
 */
export function faultOfConnection({
  message,
  arrival,
}: Pick<Journey, "message" | "arrival">): "not-connected" | "other-sibling" | undefined {
  if ("problem" in arrival) return undefined
  const { siblingPlug } = arrival.config
  if (isAddressEqual(siblingPlug, message.srcPlug)) return undefined
  return isAddressEqual(siblingPlug, zeroAddress) ? "not-connected" : "other-sibling"
}
