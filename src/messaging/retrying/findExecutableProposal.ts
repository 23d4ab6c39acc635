import { type Address, type Client, type Hex, zeroAddress, zeroHash } from "viem"

import { readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { isContractFailure } from "../../onchain/callErrors.js"
import { socketAbi, switchboardAbi } from "../onchain/abi.js"
import type { OutboundMessage } from "../onchain/events.js"
import { MessageNotExecutableError } from "./retryErrors.js"

/** A packet is seldom proposed more than twice. The newest proposals are looked at. */
const mostProposals = 16n

/**
 * Finds the proposal of a message's packet with which the socket executes it.
 *
 * @throws {MessageNotExecutableError} there is none
 */
export async function findExecutableProposal(
  client: Client,
  { socket, message }: { readonly socket: Address; readonly message: OutboundMessage },
): Promise<{ readonly packetId: Hex; readonly proposalCount: bigint }> {
  const { messageId, packetId, packedMessage, srcChainSlug, srcPlug, dstPlug } = message
  const contract = { abi: socketAbi, address: socket } as const
  const refuse = (reason: string) => new MessageNotExecutableError({ messageId, reason })
  if (packetId === null) throw refuse("its packet is not known, because the log of its capacitor is missing")
  const [[sibling, switchboard], count] = await Promise.all([
    readContract(client, { ...contract, functionName: "getPlugConfig", args: [dstPlug, srcChainSlug] }),
    readContract(client, { ...contract, functionName: "proposalCount", args: [packetId] }),
  ])
  if (isAddressEqual(switchboard, zeroAddress) || !isAddressEqual(sibling, srcPlug)) {
    throw refuse(`the plug ${dstPlug} is not connected to the plug that sent it`)
  }
  let isProposed = false
  for (let index = count; index > 0n && count - index < mostProposals; index -= 1n) {
    const proposalCount = index - 1n
    const proposal = [packetId, proposalCount, switchboard] as const
    const root = await readContract(client, { ...contract, functionName: "packetIdRoots", args: proposal })
    if (root === zeroHash || root !== packedMessage) continue
    isProposed = true
    const proposedAt = await readContract(client, { ...contract, functionName: "rootProposedAt", args: proposal })
    if (await isAllowed(client, switchboard, [root, packetId, proposalCount, srcChainSlug, proposedAt])) {
      return { packetId, proposalCount }
    }
  }
  throw refuse(
    isProposed
      ? `the switchboard ${switchboard} does not allow its packet, or not yet`
      : "its packet has not been proposed for the switchboard of the plug",
  )
}

/** Asks the switchboard. It can be anybody's contract, and one that fails allows nothing. */
async function isAllowed(
  client: Client,
  address: Address,
  args: readonly [Hex, Hex, bigint, number, bigint],
): Promise<boolean> {
  try {
    return await readContract(client, { abi: switchboardAbi, address, functionName: "allowPacket", args })
  } catch (error) {
    if (isContractFailure(error)) return false
    throw error
  }
}
