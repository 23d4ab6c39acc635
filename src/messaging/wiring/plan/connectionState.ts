import { isAddressEqual } from "viem/utils"

import type { ConnectionState, WiringChange } from "./WiringPlan.js"

/** Whether a connection is as wanted. Wired plugs use one switchboard for both directions. */
export function isConnected(
  now: ConnectionState,
  { sibling, switchboard }: Pick<WiringChange, "sibling" | "switchboard">,
): boolean {
  return isSameState(now, { sibling, inboundSwitchboard: switchboard, outboundSwitchboard: switchboard })
}

/** Whether a connection is as a change leaves it. A plug that is connected to nobody has no switchboard that matters. */
export function isAsWanted(now: ConnectionState, change: WiringChange): boolean {
  return change.kind === "disconnect" ? isAddressEqual(now.sibling, change.sibling) : isConnected(now, change)
}

/** Whether nothing of a connection changed. */
export function isSameState(one: ConnectionState, other: ConnectionState): boolean {
  const names = ["sibling", "inboundSwitchboard", "outboundSwitchboard"] as const
  return names.every((name) => isAddressEqual(one[name], other[name]))
}
