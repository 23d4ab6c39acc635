import type { Hex, LocalAccount } from "viem"

import type { Outbound } from "../facts.js"

/**
 * Signs a digest of a message at most once, because signing takes an actor more time than anything else, and two stages need
 * the same signature.
 *
 * @param digestOf computes what the account signs for a message
 */
export function signOnce(
  account: LocalAccount,
  digestOf: (message: Outbound) => Hex,
): (message: Outbound) => Promise<Hex> {
  const signatures = new WeakMap<Outbound, Promise<Hex>>()
  return (message) => {
    let signature = signatures.get(message)
    if (signature === undefined) {
      signature = account.signMessage({ message: { raw: digestOf(message) } })
      signatures.set(message, signature)
    }
    return signature
  }
}
