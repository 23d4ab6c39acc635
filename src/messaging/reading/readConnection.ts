import { type Address, type Hex } from "viem"
import { getCode } from "viem/actions"

import { switchboardAbi } from "../onchain/abi.js"
import { type PlugConfig, plugConfig } from "../onchain/getPlugConfig.js"
import { askContract, type ChainView, once, readSocket } from "./ChainView.js"
import type { ProposalFacts, SwitchboardState } from "./Journey.js"
import type { SocketProposal } from "./readProposals.js"

/** Reads how a plug is connected to another chain. All addresses are zero if it is not. */
export async function readConnection(
  view: ChainView,
  { plug, siblingChainSlug }: { readonly plug: Address; readonly siblingChainSlug: number },
): Promise<PlugConfig> {
  return plugConfig(await readSocket(view, "getPlugConfig", [plug, siblingChainSlug]))
}

/**
 * Reads the state of a switchboard for the packets of a chain. It may be any contract: what it does not answer is `null`.
 *
 * @param options.accepts whether it accepts the packet; then what could stop it is not asked
 */
export async function readSwitchboard(
  view: ChainView,
  { address, srcChainSlug, accepts }: { address: Address; srcChainSlug: number; accepts: boolean },
): Promise<SwitchboardState> {
  const contract = { abi: switchboardAbi, address } as const
  const ofPath = { ...contract, args: [srcChainSlug] } as const
  const [isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount] = await Promise.all([
    accepts ? null : askContract(view, { ...contract, functionName: "isGlobalTipped", args: [] }),
    accepts ? null : askContract(view, { ...ofPath, functionName: "isPathTripped" }),
    askContract(view, { ...ofPath, functionName: "totalWatchers" }),
    askContract(view, { ...contract, functionName: "timeoutInSeconds", args: [] }),
    accepts ? null : askContract(view, { ...ofPath, functionName: "initialPacketCount" }),
  ])
  const state = { isTripped, isPathTripped, totalWatchers, timeoutInSeconds, initialPacketCount }
  const answers = Object.values(state).some((answer) => answer !== null)
  return { address, ...state, isContract: accepts || answers || (await readHasCode(view, address)) }
}

async function readHasCode(view: ChainView, address: Address): Promise<boolean> {
  const { client, blockNumber } = view
  return (await once(view, `code ${address}`, () => getCode(client, { address, blockNumber }))) !== undefined
}

/**
 * Asks a switchboard whether it accepts a packet, exactly as the socket does before it executes a message: in the newest block and, because
 * a timeout can be over where no block is mined, in the next one.
 *
 * @returns `null` if it fails; then the socket executes nothing either
 */
export async function readAllowed(
  view: ChainView,
  packet: { readonly proposal: SocketProposal; readonly packetId: Hex; readonly srcChainSlug: number },
): Promise<boolean | null> {
  const { proposal, packetId, srcChainSlug } = packet
  const { root, proposalCount, switchboard, proposedAt } = proposal
  const args = [root, packetId, proposalCount, srcChainSlug, proposedAt] as const
  const question = { abi: switchboardAbi, address: switchboard, functionName: "allowPacket", args } as const
  const answer = await askContract(view, question)
  if (answer !== false) return answer
  // Not every node has a pending block.
  return (await askContract({ ...view, isPending: true }, question).catch(() => null)) === true
}

/** Asks a switchboard about a proposal for it, with the root of a message. What could stop it is not asked of one that is allowed. */
export async function readProposalFacts(
  view: ChainView,
  packet: { readonly proposal: SocketProposal; readonly packetId: Hex; readonly srcChainSlug: number },
): Promise<ProposalFacts> {
  const { proposalCount, switchboard: address, root } = packet.proposal
  const board = { abi: switchboardAbi, address } as const
  const [isAllowed, isRootValid] = await Promise.all([
    readAllowed(view, packet),
    askContract(view, { ...board, functionName: "isRootValid", args: [root] }),
  ])
  const args = [packet.packetId, proposalCount] as const
  const isTripped =
    isAllowed === true ? null : await askContract(view, { ...board, functionName: "isProposalTripped", args })
  return { isAllowed, isRootValid, isTripped }
}
