// Who can fix a cause, and with which command. Everything here asks a node, once a cause was found.
import { type Address, isAddressEqual, zeroAddress } from "viem"
import { call, getBlockNumber, getCode, getContractEvents, readContract } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { plugAbi, socketAbi } from "../onchain/abi.js"
import { readOwner } from "../onchain/connection/readOwner.js"
import { readSiblingSwitchboards } from "../onchain/connection/readSiblingSwitchboards.js"
import { readExecutionManager } from "../onchain/delivery/executors.js"
import { type Arrival, type Journey, ownProposals, type ReadableChain } from "../reading/Journey.js"
import { readPacketPath } from "../reading/readPacket.js"
import { nameHolders, readRoleHolders } from "../reading/roles.js"
import { requireSafe } from "../reading/safe/requireSafe.js"
import type { MessageCase } from "./MessageCase.js"
import { resumeFix } from "#src/explaining/devnetRelay.js"
import { byOthers, type Fix } from "#src/explaining/explain.js"
import type { Mend } from "#src/explaining/Explanation.js"
import type { Remedy } from "#src/explaining/remedy.js"
import { type Head, searchLogs } from "#src/onchain/logs.js"
import { isDevelopmentNode } from "#src/onchain/readNode.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"

/** What to do where a node shows less than others. */
export function onceCaughtUp({ name }: { readonly name: string }, command: string): Mend {
  return { who: `try again when the node of ${name} has caught up, or use another one`, command }
}

/** Says who has to change a plug: the account that `owner()` returns, if the plug has that, or nobody, if its owner has renounced it. */
export async function byOwner(chain: ReadableChain, plug: Address, does: string, command?: string): Promise<Remedy> {
  const owner = await ownerOf(chain, plug)
  if (owner === null) return byOthers(`the operator of the plug on ${chain.name} ${does}`, command)
  return isAddressEqual(owner, zeroAddress)
    ? byOthers(`nobody can mend it, because the ownership of the plug ${plug} on ${chain.name} was renounced`)
    : byOthers(`the owner ${owner} of the plug on ${chain.name} ${does}`, command)
}

/** `null` if the plug does not say. Not every plug has an owner. */
async function ownerOf({ client }: ReadableChain, plug: Address): Promise<Address | null> {
  return (await readOwner(client, plug).catch(() => null)) ?? null
}

type WantedConnection = {
  readonly chain: ReadableChain
  readonly plug: Address
  /** The chain of the sibling. */
  readonly other: ReadableChain
  readonly sibling: Address
  /** On the chain of the plug; `null` if none is known that fits. */
  readonly switchboard: Address | null
}

/** Connects a plug, where the project knows it, the sibling and the switchboard: whoever they are can send it anything then. */
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

export async function retryFix(
  { message, src, sent }: Journey,
  { chain }: Arrival,
  { gasLimit }: { readonly gasLimit?: bigint } = {},
): Promise<Mend> {
  const args = {
    id: sent.transactionHash,
    from: src.name,
    messageId: message.messageId,
    ...(gasLimit === undefined ? {} : { gasLimit: String(gasLimit) }),
  }
  const command = commandLine("messaging retry", args, { positional: ["id"] })
  return { ...(await executorFix(chain)), command: `npx hardhat ${command}` }
}

/** Executes a message again: the user does, where `retryMessage` works for every account. */
export async function executorFix({ client, socket, name }: ReadableChain): Promise<Mend> {
  const [isDevelopment, manager] = await Promise.all([
    isDevelopmentNode(client),
    readExecutionManager(client, { socket }).catch(() => undefined),
  ])
  if (isDevelopment || manager?.isOpen === true) return { who: "execute the message again", command: null }
  const where = manager === undefined ? "the execution manager" : `the execution manager ${manager.address}`
  return byOthers(`an account with EXECUTOR_ROLE at ${where} on ${name} executes the message again`)
}

export async function untripFix({ chain, head }: Arrival, switchboard: Address): Promise<Fix> {
  const holders = await readRoleHolders(chain, head, { contract: switchboard, role: { name: "UN_TRIP_ROLE" } })
  return byOthers(
    `${nameHolders("holder", holders)} of UN_TRIP_ROLE at the switchboard ${switchboard} on ${chain.name} ${holders?.length === 1 ? "untrips" : "untrip"} it`,
  )
}

type TransmitterTask = {
  readonly stage: "seal" | "propose"
  readonly chain: ReadableChain
  readonly head: Head
  /** The slug of the chain to which it seals, or from which it proposes. */
  readonly otherSlug: number
}

/** Transmitters seal or propose a packet. Their signature is needed, so there is no command. */
export async function transmitterFix(subject: MessageCase, task: TransmitterTask): Promise<Fix> {
  const { chain, head, otherSlug, stage } = task
  const resume = await resumeFix(subject.journey.src.client, [stage])
  const socket = { abi: socketAbi, address: chain.socket, blockNumber: head.number } as const
  const asked = readContract(chain.client, { ...socket, functionName: "transmitManager__" })
  const manager = await asked.catch(() => undefined)
  if (manager === undefined) return resume ?? byOthers(`the transmitter of ${chain.name} ${stage}s the packet`)
  const role = { name: "TRANSMITTER_ROLE", slug: otherSlug } as const
  const holders = await readRoleHolders(chain, head, { contract: manager, role })
  if (holders?.length === 0) {
    return byOthers(
      `the owner of the transmit manager ${manager} on ${chain.name} grants TRANSMITTER_ROLE for chain ${otherSlug}, which no account has`,
    )
  }
  if (resume !== undefined) return resume
  const verb = holders?.length === 1 ? `${stage}s` : stage
  return byOthers(`${nameHolders("transmitter", holders)} on ${chain.name} ${verb} the packet`)
}
