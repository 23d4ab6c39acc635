import { type Address, isAddressEqual, zeroAddress } from "viem"

import { call, readContract } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import type { Mend } from "../../../explaining/Explanation.js"
import { commandLine } from "../../../primitives/commandLine.js"
import { plugAbi } from "../../onchain/abi.js"
import type { Arrival, Journey } from "../../reading/types.js"
import { readPacketPath } from "./readPacketPath.js"

/**
 * Says who connects the destination plug with the sender of a message, and with which command. The command is simulated: a plug that has
 * no function `connect` of `Plug.sol` is connected by a function of its own, which nobody here knows.
 *
 * @param switchboard the one to connect it through. Default: the one that the packet was proposed for, or will be
 */
export async function mendConnection(journey: Journey, arrival: Arrival, switchboard?: Address): Promise<Mend> {
  const { message, src } = journey
  const { chain } = arrival
  const [owner, through] = await Promise.all([
    readOwner(arrival, message.dstPlug),
    switchboard ?? findSwitchboard(journey, arrival),
  ])
  const who = `${owner === null ? "whoever may connect" : `the owner ${owner} of`} the plug ${message.dstPlug} on ${chain.name}`
  if (through === null) return { who, command: null }
  const isConnectable = await call(chain.client, {
    account: owner ?? zeroAddress,
    to: message.dstPlug,
    data: encodeFunctionData({
      abi: plugAbi,
      functionName: "connect",
      args: [message.srcChainSlug, message.srcPlug, through],
    }),
  }).then(
    () => arrival.hasCode,
    () => false,
  )
  if (!isConnectable) {
    return {
      who: `${who}, by the plug's own function that calls connect of the socket, with switchboard ${through}`,
      command: null,
    }
  }
  const args = {
    plug: message.dstPlug,
    sibling: message.srcPlug,
    from: chain.name,
    to: src.name,
    switchboard: through,
  }
  return { who, command: `npx hardhat ${commandLine("messaging connect", args, { positional: ["plug", "sibling"] })}` }
}

async function readOwner({ chain }: Arrival, plug: Address): Promise<Address | null> {
  try {
    const owner = await readContract(chain.client, { abi: plugAbi, address: plug, functionName: "owner" })
    return isAddressEqual(owner, zeroAddress) ? null : owner
  } catch {
    // Not every plug has an owner.
    return null
  }
}

/** The switchboard that the packet was proposed for, else the one that it will be proposed for, else the plug's own. */
async function findSwitchboard(journey: Journey, { proposals, config }: Arrival): Promise<Address | null> {
  const proposed = proposals.filter(({ isRootOfMessage }) => isRootOfMessage)
  const used = proposed.find(({ isForPlug }) => isForPlug) ?? proposed[0]
  if (used !== undefined) return used.switchboard
  const { sibling } = await readPacketPath(journey)
  if (sibling !== null) return sibling
  return isAddressEqual(config.inboundSwitchboard, zeroAddress) ? null : config.inboundSwitchboard
}
