import type { Address, Hex } from "viem"
import { getCode } from "viem/actions"

import { switchboardAbi } from "../onchain/abi.js"
import type { PlugConfig } from "../onchain/getPlugConfig.js"
import { askContract, type ChainView, once, readSocket } from "./ChainView.js"
import type { SwitchboardState } from "./Journey.js"
import type { SocketProposal } from "./readProposals.js"

/**
 * Reads how a plug is connected to another chain. All addresses are zero if it is not.
 *
 * @throws the errors of viem
 */
export async function readConnection(
  view: ChainView,
  { plug, siblingChainSlug }: { readonly plug: Address; readonly siblingChainSlug: number },
): Promise<PlugConfig> {
  const [siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor] = await readSocket(
    view,
    "getPlugConfig",
    [plug, siblingChainSlug],
  )
  return { siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor }
}

/**
 * Reads the state of a switchboard for the packets of a chain. It may be any contract: what it does not answer is `null`.
 *
 * @param view of the destination chain
 * @throws the errors of viem if the node does not answer
 */
export async function readSwitchboard(
  view: ChainView,
  { address, srcChainSlug }: { readonly address: Address; readonly srcChainSlug: number },
): Promise<SwitchboardState> {
  const contract = { abi: switchboardAbi, address } as const
  const ofPath = { ...contract, args: [srcChainSlug] } as const
  const [isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount] = await Promise.all([
    askContract(view, { ...contract, functionName: "isGlobalTipped", args: [] }),
    askContract(view, { ...ofPath, functionName: "isPathTripped" }),
    askContract(view, { ...ofPath, functionName: "totalWatchers" }),
    askContract(view, { ...contract, functionName: "timeoutInSeconds", args: [] }),
    askContract(view, { ...ofPath, functionName: "initialPacketCount" }),
  ])
  const state = { isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount }
  const answers = Object.values(state).some((answer) => answer !== null)
  return { address, ...state, isContract: answers || (await readHasCode(view, address)) }
}

export async function readHasCode(view: ChainView, address: Address): Promise<boolean> {
  const { client, blockNumber } = view
  return (await once(view, `code ${address}`, () => getCode(client, { address, blockNumber }))) !== undefined
}

/**
 * Asks a switchboard whether it accepts a packet, exactly as the socket does before it executes a message.
 *
 * @param view of the destination chain
 * @returns `null` if it fails; then the socket executes nothing either
 * @throws the errors of viem if the node does not answer
 */
export async function readAllowed(
  view: ChainView,
  packet: { readonly proposal: SocketProposal; readonly packetId: Hex; readonly srcChainSlug: number },
): Promise<boolean | null> {
  const { proposal, packetId, srcChainSlug } = packet
  const { root, proposalCount, switchboard, proposedAt } = proposal
  return await askContract(view, {
    abi: switchboardAbi,
    address: switchboard,
    functionName: "allowPacket",
    args: [root, packetId, proposalCount, srcChainSlug, proposedAt],
  })
}
