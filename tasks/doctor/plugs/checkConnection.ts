import { isAddressEqual, zeroAddress } from "viem"

import { checkConnection as compareSides } from "../../../src/messaging/onchain/checkConnection.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import { failed, type Finding, ok, warning } from "../checks.js"
import { adviseConnecting } from "./adviseConnecting.js"
import type { PlugEnd } from "./PlugEnd.js"

/**
 * Checks that two plugs are connected to each other, with switchboards that fit.
 *
 * @returns what is wrong, with the commands that connect them; `undefined` if neither is connected to the other's chain
 */
export async function checkConnection(a: PlugEnd, b: PlugEnd): Promise<Finding | undefined> {
  const [sideA, sideB] = await Promise.all([sideOf(a), sideOf(b)])
  const { differences, notChecked, agrees, ...configs } = await compareSides({ a: sideA, b: sideB })
  const unconnected = [configs.a, configs.b].filter(({ siblingPlug }) => isAddressEqual(siblingPlug, zeroAddress))
  if (unconnected.length === 2) return undefined
  if (!agrees) {
    const isOff = (side: "a" | "b"): boolean =>
      differences.some((difference) => difference.side === side && difference.about === "sibling")
    const off = (["a", "b"] as const).filter(isOff)
    // Where each is the other's sibling and only the switchboards do not fit, the second one takes what fits the first.
    const wrong = off.length > 0 ? off : (["b"] as const)
    const mend = await adviseConnecting({ ...a, config: configs.a }, { ...b, config: configs.b }, wrong)
    return failed(differences.map(({ says }) => says).join(" "), mend)
  }
  if (notChecked.length > 0) {
    return warning(
      notChecked.map(({ says }) => says).join(" "),
      "Use a node that gives logs, or compare the switchboards with the list of the deployment.",
    )
  }
  return ok("They are connected to each other, with switchboards that fit.")
}

async function sideOf({ chain, address }: PlugEnd) {
  const { client } = await chain.open()
  return { client, socket: socketOf(chain), plug: address, slug: chain.slug }
}
