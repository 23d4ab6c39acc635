// Who connects a plug, and with which command. Everything here asks a node, once a cause was found.
import { type Address, isAddressEqual, zeroAddress } from "viem"
import { call, getBlockNumber, getCode, getContractEvents } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { plugAbi, socketAbi } from "../onchain/abi.js"
import { readSiblingSwitchboards } from "../onchain/connection/readSiblingSwitchboards.js"
import { getPlugConfig } from "../onchain/getPlugConfig.js"
import { type Arrival, type Journey, ownProposals, type ReadableChain } from "../reading/Journey.js"
import { readPacketPath } from "../reading/readPacket.js"
import { requireSafe } from "../reading/safe/requireSafe.js"
import { byOwner, ownerOf } from "./fixes.js"
import { byOthers, type Fix } from "#src/explaining/explain.js"
import type { Remedy } from "#src/explaining/remedy.js"
import { searchLogs } from "#src/onchain/logs.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"

type WantedConnection = {
  readonly chain: ReadableChain
  readonly plug: Address
  /** The chain of the sibling. */
  readonly other: ReadableChain
  readonly sibling: Address
  /** On the chain of the plug; `null` if none is known that fits. */
  readonly switchboard: Address | null
}

/** Connects a plug, where the project knows it, the sibling and the switchboard: both can send it anything then. */
async function connectFix(wanted: WantedConnection): Promise<Remedy> {
  const { chain, plug, other, sibling, switchboard } = wanted
  if (switchboard === null) return await byOwner(chain, plug, "connects it")
  const ifOwn = "connects it, if the plugs and the switchboard are known: name them in plugs.contracts or in the wiring"
  const grants = [
    { slug: chain.slug, address: plug },
    { slug: other.slug, address: sibling },
    { slug: chain.slug, address: switchboard, otherSlug: other.slug },
  ]
  const { who: otherwise } = await byOwner(chain, plug, ifOwn)
  return { ...(await sayConnection(wanted, switchboard)), grants, otherwise }
}

/** The call is simulated: a plug without the `connect` of `Plug.sol` is connected by a function whose name is unknown here. */
async function sayConnection(wanted: WantedConnection, switchboard: Address): Promise<Remedy> {
  const { chain, plug, other, sibling } = wanted
  const owner = await ownerOf(chain, plug)
  const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args: [other.slug, sibling, switchboard] })
  const simulated = call(chain.client, { account: owner ?? zeroAddress, to: plug, data })
  if ((await simulated.catch(() => undefined)) === undefined) {
    const by = `by the function of the plug ${plug} that calls connect of the socket`
    const does = `connects it ${by}, with the sibling ${sibling} and the switchboard ${switchboard}`
    return await byOwner(chain, plug, does)
  }
  const code = owner === null ? undefined : await getCode(chain.client, { address: owner }).catch(() => undefined)
  // Who has delegated an account to a contract (EIP-7702) still signs with its key.
  const isContract = owner !== null && code !== undefined && !code.startsWith("0xef0100")
  const isSafe = isContract && (await isKnownSafe(chain, owner))
  if (isContract && !isSafe) {
    const asked = `connect(${other.slug}, ${sibling}, ${switchboard}) of ${plug}`
    return await byOwner(chain, plug, `calls ${asked}, as it is a contract. The data of the call: ${data}`)
  }
  const safe = isSafe ? { safe: `connection.${chain.name}.json` } : {}
  const args = { plug, sibling, from: chain.name, to: other.name, switchboard, ...safe }
  const command = commandLine("messaging connect", args, { positional: ["plug", "sibling"] })
  return await byOwner(chain, plug, "connects it", `npx hardhat ${command}`)
}

/** Whether an account is a Safe by its code. One that could not be read gets the call, which any owner can send. */
async function isKnownSafe({ client, socket, safeCode, name }: ReadableChain, address: Address): Promise<boolean> {
  const known = requireSafe({ client, socket }, { address, chain: name, safeCode })
  return await known.then(
    () => true,
    () => false,
  )
}

/** Connects the destination plug again, unless the sender has another sibling by now; that of a plug that is in use says so. */
export async function reconnectFix(journey: Journey, arrival: Arrival): Promise<Fix> {
  const { message, src, srcConfig } = journey
  const { chain, config } = arrival
  const sender = `${message.srcPlug} on ${src.name}`
  const isInUse = (sibling: Address): boolean => !isAddressEqual(sibling, zeroAddress)
  if (isInUse(srcConfig.siblingPlug) && !isAddressEqual(srcConfig.siblingPlug, message.dstPlug)) {
    const now = `${sender} is connected to ${srcConfig.siblingPlug} on ${chain.name} by now`
    return `send it again, because ${now}; only if the owner of ${message.dstPlug} connects that one again does it get this message`
  }
  const fix = await connectArrivalFix(journey, arrival)
  if (!isInUse(config.siblingPlug)) return fix
  const other = { socket: src.socket, plug: config.siblingPlug, siblingChainSlug: chain.slug }
  const named = (await getPlugConfig(src.client, other).catch(() => undefined))?.siblingPlug ?? zeroAddress
  if (typeof fix === "string" || !isAddressEqual(named, message.dstPlug)) return fix
  return { ...fix, who: `${fix.who}, which ends its connection with ${config.siblingPlug}, whose sibling it is` }
}

/** Connects the destination plug with the sender. Default switchboard: the one that the packet was proposed for, or will be. */
export async function connectArrivalFix(journey: Journey, arrival: Arrival, switchboard?: Address): Promise<Fix> {
  return await connectFix({
    chain: arrival.chain,
    plug: journey.message.dstPlug,
    other: journey.src,
    sibling: journey.message.srcPlug,
    switchboard: switchboard ?? (await findSwitchboard(journey, arrival)),
  })
}

/** The switchboard that the packet was proposed for, else the one that it will be proposed for, else the plug's own. */
async function findSwitchboard(journey: Journey, arrival: Arrival): Promise<Address | null> {
  const proposal = ownProposals(arrival)[0] ?? arrival.proposals.find(({ isRootOfMessage }) => isRootOfMessage)
  if (proposal !== undefined) return proposal.switchboard
  const { sibling } = await readPacketPath(journey)
  if (sibling !== null) return sibling
  const { inboundSwitchboard } = arrival.config
  return isAddressEqual(inboundSwitchboard, zeroAddress) ? null : inboundSwitchboard
}

/** Connects the destination plug through the switchboard that its packets are proposed for, if it uses another one. */
export async function switchboardFix(journey: Journey, arrival: Arrival, used: Address): Promise<Fix> {
  const { sibling } = await readPacketPath(journey)
  return sibling === null || isAddressEqual(sibling, used)
    ? byOthers(`the operator of the switchboard ${used} on ${arrival.chain.name} makes it accept the packet`)
    : await connectArrivalFix(journey, arrival, sibling)
}

/** Connects the source plug. The command names the plug that names this one as its sibling, if there is one. */
export async function connectSourceFix(
  src: ReadableChain,
  { plug, dst }: { readonly plug: Address; readonly dst: ReadableChain | undefined },
): Promise<Fix> {
  const sibling = dst && (await findSibling(dst, { plug, srcSlug: src.slug }))
  if (dst === undefined || sibling === undefined) {
    return await byOwner(src, plug, "connects it with the plug that it sends to")
  }
  const [switchboard] = await readSiblingSwitchboards(dst.client, {
    socket: dst.socket,
    siblingChainSlug: src.slug,
    switchboards: [sibling.inboundSwitchboard],
    fromBlock: dst.firstBlock,
  })
  return await connectFix({
    chain: src,
    plug,
    other: dst,
    sibling: sibling.plug,
    switchboard: switchboard?.isRead === true ? (switchboard.sibling ?? null) : null,
  })
}

async function findSibling(
  { client, socket, firstBlock = 0n }: ReadableChain,
  { plug, srcSlug }: { plug: Address; srcSlug: number },
): Promise<{ readonly plug: Address; readonly inboundSwitchboard: Address } | undefined> {
  const { found } = await searchLogs({
    fromBlock: firstBlock,
    toBlock: await getBlockNumber(client, { cacheTime: 0 }),
    read: async (range) => {
      const filter = { abi: socketAbi, address: socket, eventName: "PlugConnected", strict: true, ...range } as const
      const logs = await getContractEvents(client, filter)
      return logs.filter(({ args }) => args.siblingChainSlug === srcSlug && isAddressEqual(args.siblingPlug, plug))
    },
    isEnough: (logs) => logs.length > 0,
    maxRequests: 4,
  })
  return found.at(-1)?.args
}
