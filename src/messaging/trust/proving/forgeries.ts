import type { Address, Hex, LocalAccount } from "viem"
import { getCode, getContractEvents } from "viem/actions"
import { encodeFunctionData, toFunctionSelector } from "viem/utils"

import { hashPackedMessage, packPacketId } from "../../ids.js"
import { plugAbi, socketAbi } from "../../onchain/abi.js"
import { timeoutOf } from "../forging.js"
import type { WayCode } from "../Power.js"
import { holdersOf } from "../reading/readHolders.js"
import { type Actors, carrier, ownedAbi, ProofEnded, refuse, standInOf } from "./actors.js"
import { type Forged, forgedCount, type Forging, type Proposed, type Side } from "./carrying.js"
import { carryHonestly, sendOnSource } from "./honestCarriers.js"

/** How each way is done: only what it says, with the keys that the sides have. Of a switchboard that is not known, nobody knows how. */
export const forgeries: Readonly<Partial<Record<WayCode, (forging: Forging) => Promise<Forged>>>> = {
  FORGE_BY_ATTESTING: byAttesting,
  FORGE_BY_TIMEOUT: byTimeout,
  FORGE_BY_SWITCHBOARD_OWNER: bySwitchboardOwner,
  FORGE_BY_CONNECTING: byConnecting,
  FORGE_BY_OWN_SWITCHBOARD: byOwnSwitchboard,
  FORGE_BY_GOVERNANCE: byGovernance,
  FORGE_BY_SOURCE_GOVERNANCE: bySourceGovernance,
  FORGE_BY_SIBLING_KEY: bySiblingKey,
}

/** Ways in which honest accounts carry the message. */
export const carriedWays: readonly WayCode[] = [
  ...(["FORGE_BY_CONNECTING", "FORGE_BY_GOVERNANCE", "FORGE_BY_SOURCE_GOVERNANCE", "FORGE_BY_SIBLING_KEY"] as const),
]

async function byTimeout(forging: Forging): Promise<Forged> {
  await untrip(forging)
  const proposed = await propose(forging)
  await forging.wait(timeoutOf(forging.dst.end) ?? 0n)
  return await signed(forging, proposed)
}

async function byAttesting(forging: Forging): Promise<Forged> {
  const { dst, carrying } = forging
  const { inbound, siblingSlug } = dst.end
  await untrip(forging)
  const own = await propose(forging)
  const proposals = new Map([[siblingSlug, own]])
  for (const slug of inbound.totalWatchers.keys()) {
    const proposed = slug === siblingSlug ? undefined : await tryPropose(forging, { slug })
    if (proposed !== undefined) proposals.set(slug, proposed)
  }
  const seats = [...proposals].flatMap(([slug, proposed]) =>
    dst.actors.signersOf(inbound, { name: "WATCHER_ROLE", slug }).map((watcher) => ({ slug, proposed, watcher })),
  )
  const count = BigInt(new Set(seats.map(({ watcher }) => watcher.address)).size)
  // The last one decides of which chain all watchers must have attested.
  const last = seats.find(({ slug }) => count >= (inbound.totalWatchers.get(slug) ?? Number.POSITIVE_INFINITY))
  if (last === undefined) return refuse(`${count} watchers are not all of any chain`)
  // Who has attested the root in a packet of one chain cannot in that of another.
  const others = seats.filter(({ watcher }) => watcher.address !== last.watcher.address)
  for (const { watcher, proposed } of [...others, last]) await carrying.attest(watcher, proposed)
  return await signed(forging, own)
}

async function bySwitchboardOwner(forging: Forging): Promise<Forged> {
  const { end, actors } = forging.dst
  const { inbound, siblingSlug: slug } = end
  await untrip(forging)
  const { holders } = holdersOf(end.roles, inbound.address, { name: "WATCHER_ROLE", slug })
  const call = async (functionName: "revokeWatcherRole" | "grantWatcherRole", watcher: Address): Promise<boolean> =>
    await actors.asOwner(inbound, encodeFunctionData({ abi: ownedAbi, functionName, args: [slug, watcher] }))
  for (const holder of holders) {
    // A key of theirs has a stand-in.
    if (!(await call("revokeWatcherRole", holder))) await call("revokeWatcherRole", standInOf(holder).address)
  }
  if (!(await call("grantWatcherRole", actors.outsider.address))) return refuse("the switchboard gives them no watcher")
  const proposed = await propose(forging)
  await forging.carrying.attest(actors.outsider, proposed)
  return await signed(forging, proposed)
}

async function byConnecting(forging: Forging): Promise<Forged> {
  const { dst } = forging
  const { address } = dst.actors.outsider
  const { root, message, ...sent } = await sendOnSource(forging, address)
  for await (const switchboard of switchboards(dst)) {
    await connect(forging, address, switchboard)
    const proposed = await carryHonestly(forging, { ...sent, root }, switchboard)
    if (proposed !== undefined) return { execution: { ...proposed, message, packed: root }, signer: carrier }
  }
  return refuse("no switchboard that is known of the socket allows the packet")
}

async function byOwnSwitchboard(forging: Forging): Promise<Forged> {
  const { end, copy, actors } = forging.dst
  const { siblingSlug: slug, socket, config } = end
  // It says yes to everything, and asks for no fees.
  const own = await copy.deployAnswering(actors.outsider.address, ["0x01", "0x00"])
  const args = [slug, 1n, 1n, own] as const
  const data = encodeFunctionData({ abi: socketAbi, functionName: "registerSwitchboardForSibling", args })
  if ((await copy.send(own, { to: socket.address, data })) === undefined) {
    return refuse("the socket registers no switchboard of theirs")
  }
  await connect(forging, config.siblingPlug, own)
  return await signed(forging, await propose(forging, { switchboard: own }))
}

async function byGovernance(forging: Forging): Promise<Forged> {
  const { dst, message } = forging
  await untrip(forging)
  // A message of somebody else, with its real packet.
  const real = await sendOnSource(forging, carrier.address)
  const proposed = await carried(forging, real)
  const { root } = real
  const hasher = await dst.copy.deployAnswering(dst.actors.outsider.address, [root])
  if (!(await dst.actors.asGovernance(settingHasher(hasher)))) return refuse("the socket takes no hasher of theirs")
  // Its executor has signed the same hash for the real message.
  return { execution: { ...proposed, message, packed: root }, signer: carrier }
}

async function bySourceGovernance(forging: Forging): Promise<Forged> {
  const { src, dst, message } = forging
  if (src === undefined) throw new ProofEnded("not tried", "the chain that messages come from is not read")
  await untrip(forging)
  const packed = forgedRoot(forging)
  const { address } = src.actors.outsider
  const hasher = await src.copy.deployAnswering(address, [packed])
  if (!(await src.actors.asGovernance(settingHasher(hasher)))) {
    return refuse(`the socket on ${src.end.chain.name} takes no hasher of theirs`)
  }
  const sent = await sendOnSource(forging, address)
  const proposed = await carried(forging, sent)
  return { execution: { ...proposed, message, packed }, signer: await executor(dst.actors) }
}

async function bySiblingKey(forging: Forging): Promise<Forged> {
  await untrip(forging)
  const { siblingPlug } = forging.dst.end.config
  const { message, root, packetId } = await sendOnSource(forging, siblingPlug, { isKey: true })
  const proposed = await carried(forging, { packetId, root })
  return { execution: { ...proposed, message, packed: root }, signer: carrier }
}

async function carried(forging: Forging, packet: Pick<Proposed, "packetId" | "root">): Promise<Proposed> {
  return (await carryHonestly(forging, packet)) ?? refuse("the switchboard allows no real packet")
}

async function untrip({ dst: { end, actors }, carrying }: Forging): Promise<void> {
  const { inbound, siblingSlug } = end
  const { isTripped, isPathTripped } = inbound.state ?? {}
  for (const [isOn, slug] of [
    [isTripped, undefined],
    [isPathTripped, siblingSlug],
  ] as const) {
    if (isOn !== true) continue
    const signer = await actors.signerOf(inbound, { name: "UN_TRIP_ROLE" })
    if (signer === undefined || !(await carrying.untrip(signer, inbound.address, slug))) {
      return refuse("the switchboard is tripped, and they cannot undo it")
    }
  }
}

/** A root of theirs, in a packet that no chain ever had. */
async function propose(forging: Forging, options: { readonly switchboard?: Address } = {}): Promise<Proposed> {
  const proposed = await tryPropose(forging, { slug: forging.dst.end.siblingSlug, ...options })
  if (proposed === undefined) return refuse("none of them is a transmitter, or can make itself one")
  return proposed
}

async function tryPropose(
  forging: Forging,
  { slug, switchboard = forging.dst.end.inbound.address }: { readonly slug: number; readonly switchboard?: Address },
): Promise<Proposed | undefined> {
  const { end, actors } = forging.dst
  const signer = await actors.transmitter(slug)
  const packetId = packPacketId({ srcChainSlug: slug, capacitor: end.plug.address, packetCount: forgedCount })
  return signer && (await forging.carrying.propose(signer, { packetId, root: forgedRoot(forging), switchboard }))
}

async function signed(forging: Forging, proposed: Proposed): Promise<Forged> {
  const execution = { ...proposed, message: forging.message, packed: proposed.root }
  return { execution, signer: await executor(forging.dst.actors) }
}

async function executor(actors: Actors): Promise<LocalAccount> {
  const signer = await actors.executor()
  if (signer === undefined) return refuse("none of them is an executor, or can make itself one")
  return signer
}

/** The hash of the message, which is the root of a packet that has it alone. */
function forgedRoot({ message: { msgId: messageId, ...message }, dst: { end } }: Forging): Hex {
  const src = { srcChainSlug: end.siblingSlug, srcPlug: end.config.siblingPlug }
  return hashPackedMessage({ ...message, ...src, dstChainSlug: end.chain.slug, dstPlug: end.plug.address, messageId })
}

function settingHasher(hasher: Address): Hex {
  return encodeFunctionData({ abi: ownedAbi, functionName: "setHasher", args: [hasher] })
}

async function connect({ dst: { end, copy, actors } }: Forging, sibling: Address, switchboard: Address): Promise<void> {
  const { plug, siblingSlug } = end
  const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args: [siblingSlug, sibling, switchboard] })
  if (await actors.asOwner(plug, data)) return
  const code = (await getCode(copy.client, { address: plug.address })) ?? "0x"
  const hasFunction = code.includes(toFunctionSelector(connectFunction).slice(2))
  if (hasFunction) return refuse("they cannot connect the plug")
  throw new ProofEnded("not tried", `the plug connects by another function than ${connectFunction}`)
}

const connectFunction = "connect(uint32,address,address)"

/** The plug's own switchboard, and where that one does not do, the others of the socket. */
async function* switchboards({ end, copy }: Side): AsyncGenerator<Address> {
  yield end.inbound.address
  const { address } = end.socket
  const asked = { abi: socketAbi, address, eventName: "SwitchboardAdded", fromBlock: 0n, strict: true } as const
  const added = await getContractEvents(copy.client, asked).catch(() => [])
  for (const { args } of added) if (args.siblingChainSlug === end.siblingSlug) yield args.switchboard
}
