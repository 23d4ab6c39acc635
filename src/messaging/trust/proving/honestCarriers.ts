import { type Address, parseEventLogs, zeroAddress, zeroHash } from "viem"
import { readContract } from "viem/actions"
import { encodeFunctionData, size } from "viem/utils"

import { packPacketId } from "../../ids.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "../../onchain/abi.js"
import { readSiblingSwitchboards } from "../../onchain/connection/readSiblingSwitchboards.js"
import { readOutboundMessages } from "../../onchain/events.js"
import { holdersOf } from "../reading/readHolders.js"
import { carrier, ProofEnded, refuse, standInOf } from "./actors.js"
import type { CarriedMessage, Forging, Proposed, Side } from "./carrying.js"

/** A message that was really sent, and the packet in which it waits to be sealed. */
type ReallySent = Pick<Proposed, "packetId" | "root"> & { readonly message: CarriedMessage }

/**
 * Connects an account on the source as a plug, which the socket lets every account do, and sends the payload from it.
 *
 * @param options.isKey whether the account must be one of the keys
 */
export async function sendOnSource(
  { src, dst, message }: Forging,
  from: Address,
  { isKey = false }: { readonly isKey?: boolean } = {},
): Promise<ReallySent> {
  if (src === undefined) throw new ProofEnded("not tried", "the chain that messages come from is not read")
  const { end, copy, actors } = src
  const send = isKey ? actors.as : copy.send
  const { address: socket } = end.socket
  const { slug } = dst.end.chain
  const { minMsgGasLimit: gas, payload } = message
  const switchboard = await findCounterpart(src, dst)
  const connecting = [slug, dst.end.plug.address, switchboard, switchboard] as const
  const connect = encodeFunctionData({ abi: socketAbi, functionName: "connect", args: connecting })
  const connected = await send(from, { to: socket, data: connect })
  if (connected === undefined) return refuse(`the socket on ${end.chain.name} lets ${from} not connect as a plug`)
  const asking = [gas, BigInt(size(payload)), zeroHash, zeroHash, slug, from] as const
  const pricing = { abi: socketAbi, address: socket, functionName: "getMinFees", args: asking } as const
  // Where the switchboard gives no price, sending fails.
  const value = await readContract(copy.client, pricing).catch(() => 0n)
  const args = [slug, gas, zeroHash, zeroHash, payload] as const
  const data = encodeFunctionData({ abi: socketAbi, functionName: "outbound", args })
  const receipt = await send(from, { to: socket, data, value })
  const [sent] = receipt === undefined ? [] : readOutboundMessages(receipt, { socket })
  const [added] = parseEventLogs({ abi: capacitorAbi, eventName: "MessageAdded", logs: receipt?.logs ?? [] })
  if (sent === undefined || added === undefined) {
    return refuse(`the socket on ${end.chain.name} lets ${from} send nothing`)
  }
  const { packetCount, newRootHash: root } = added.args
  return {
    packetId: packPacketId({ srcChainSlug: end.chain.slug, capacitor: added.address, packetCount }),
    root,
    message: { ...sent, msgId: sent.messageId, executionFee: sent.fees.executionFee },
  }
}

/** The switchboard of the source whose packets go to the one of the plug. */
async function findCounterpart({ end: src }: Side, { end, copy }: Side): Promise<Address> {
  if (src.outbound.address !== zeroAddress) return src.outbound.address
  const asked = { socket: end.socket.address, siblingChainSlug: end.siblingSlug, switchboards: [end.inbound.address] }
  const [found] = await readSiblingSwitchboards(copy.client, asked)
  if (found?.isRead === true && found.sibling !== undefined) return found.sibling
  const why = `which switchboard of ${src.chain.name} belongs to ${end.inbound.address} is not known`
  throw new ProofEnded("not tried", why)
}

/** Carries a packet as honest accounts do: proposes, attests, waits. `undefined` if the switchboard does not allow it then. */
export async function carryHonestly(
  { dst: { end, copy }, carrying, wait }: Forging,
  { packetId, root }: Pick<Proposed, "packetId" | "root">,
  switchboard: Address = end.inbound.address,
): Promise<Proposed | undefined> {
  const proposed = await carrying.propose(carrier, { packetId, root, switchboard })
  if (proposed === undefined)
    throw new ProofEnded("not tried", "the socket refuses the proposal of an honest transmitter")
  const { holders } = holdersOf(end.roles, switchboard, { name: "WATCHER_ROLE", slug: end.siblingSlug })
  if (end.inbound.rule === "fast") for (const holder of holders) await carrying.attest(standInOf(holder), proposed)

  const { address: socket } = end.socket
  const isAllowed = async (): Promise<boolean> => {
    const place = [packetId, proposed.proposalCount, switchboard] as const
    const reading = { abi: socketAbi, address: socket, functionName: "rootProposedAt", args: place } as const
    const proposedAt = await readContract(copy.client, reading)
    const args = [root, packetId, proposed.proposalCount, end.siblingSlug, proposedAt] as const
    const asking = { abi: switchboardAbi, address: switchboard, functionName: "allowPacket", args } as const
    return await readContract(copy.client, asking).catch(() => false)
  }
  if (await isAllowed()) return proposed
  const timing = { abi: switchboardAbi, address: switchboard, functionName: "timeoutInSeconds" } as const
  await wait(await readContract(copy.client, timing).catch(() => 0n))
  return (await isAllowed()) ? proposed : undefined
}
