import type { Abi, Address, Hex } from "viem"
import { decodeFunctionData, isAddressEqual, slice } from "viem/utils"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { RequestRecord } from "#src/devnet/gateway/ledger/types.js"
import type { MessagingWorkerContext } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { type TracedCall, traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { extras } from "#src/plugin/extras.js"

export type MeasuredWorld = CalledContracts &
  Pick<OpenDevnet<string, boolean, boolean>, "messaging" | "gateway" | "relay"> & {
    /** Runs a function when the world stops. */
    readonly defer: (undo: () => Promise<void> | void) => void
  }

/** One thing that was measured once, and the function that caused it. */
export type Measurement = {
  /** What was measured. The same thing is never counted twice. */
  readonly key: string
  readonly contract: string
  readonly functionName: string
} & (
  | { readonly kind: "fee"; readonly wei: bigint }
  | { readonly kind: "outbound"; readonly gasUsed: bigint }
  | { readonly kind: "inbound"; readonly gasUsed: bigint; readonly gasLimit: bigint }
  | { readonly kind: "request"; readonly credits: bigint }
)

/** The ids of what a world has ever seen. What it has forgotten since, because it went back, is not in its ledgers any more. */
type Seen = { readonly messages: Set<Hex>; readonly requests: Set<number> }

type Traffic = { readonly messages: readonly MessageRecord[]; readonly requests: readonly RequestRecord[] }

const seenIn = new WeakMap<MeasuredWorld, Seen>()

/** Notes the ids of all messages and requests of a world from now on. */
export function noteTraffic(world: MeasuredWorld): void {
  const { messaging, gateway, defer } = world
  const seen: Seen = { messages: new Set(), requests: new Set() }
  seenIn.set(world, seen)
  defer(messaging.ledger.subscribe(({ outbound }) => seen.messages.add(outbound.messageId)))
  if (gateway === undefined) return
  defer(gateway.ledger.subscribe(({ requestCount }) => seen.requests.add(requestCount)))
}

export function trafficOf(world: MeasuredWorld): Traffic {
  const { messages = [], requests = [] } = seenIn.get(world) ?? {}
  return {
    messages: [...messages].flatMap((id) => world.messaging.ledger.get(id) ?? []),
    requests: [...requests].flatMap((count) => world.gateway?.ledger.request(count) ?? []),
  }
}

/** Lets the actors work, and measures the messages and requests that are in the world now. */
export async function measureWorld(world: MeasuredWorld): Promise<readonly Measurement[]> {
  await world.relay.idle()
  const { messages, requests } = trafficOf(world)
  return [...(await measureMessages(world, messages)), ...(await measureRequests(world, requests))]
}

export function keysIn(world: MeasuredWorld): string[] {
  const { messages, requests } = trafficOf(world)
  return [...messages.flatMap((record) => Object.values(messageKeys(record))), ...requests.map(requestKey)].filter(
    (key) => key !== undefined,
  )
}

/** Measures messages: their fees, the gas of the transactions that sent them, and the gas that `inbound` used. */
async function measureMessages(world: MeasuredWorld, records: readonly MessageRecord[]): Promise<Measurement[]> {
  const { messaging } = world
  const contexts = new Map(messaging.contexts.map((context) => [context.chain.slug, context]))
  const measured: Measurement[] = []
  const transactions = new Set<Hex>()
  for (const record of records) {
    const { outbound, executionTx } = record
    const { transactionHash: hash, srcPlug: sender, fees, minMsgGasLimit: gasLimit } = outbound
    const keys = messageKeys(record)
    const { chain: source } = contexts.get(outbound.srcChainSlug) as MessagingWorkerContext
    const { isOwn, ...name } = await nameCall(world, source, { hash, sender, receiving: "inbound" })
    const wei = fees.transmissionFees + fees.executionFee + fees.switchboardFees
    measured.push({ ...name, kind: "fee", key: keys.fee, wei })
    if (isOwn && !transactions.has(hash)) {
      transactions.add(hash)
      const { gasUsed } = await source.publicClient.getTransactionReceipt({ hash })
      measured.push({ ...name, kind: "outbound", key: keys.outbound, gasUsed })
    }
    const destination = contexts.get(outbound.dstChainSlug)
    if (executionTx === undefined || keys.inbound === undefined || destination === undefined) continue
    const { chain, contracts } = destination
    const gasUsed = await gasOfInbound(chain, { record: outbound, hash: executionTx, socket: contracts.socket })
    if (gasUsed === undefined) continue
    measured.push({ ...name, kind: "inbound", key: keys.inbound, gasUsed, gasLimit })
  }
  return measured
}

/** Reads from the trace of an execution what the call of `inbound` used. One transaction can execute many messages. */
export async function gasOfInbound(
  { publicClient }: LocalChain,
  { record: { messageId, dstPlug }, hash, socket }: { record: MessageRecord["outbound"]; hash: Hex; socket: Address },
): Promise<bigint | undefined> {
  const calls = (await traceTransaction(publicClient, { hash, to: socket })) ?? []
  const execution = calls.findIndex(
    ({ frame: { to, input }, revertedIn }) =>
      revertedIn === undefined && to !== undefined && isAddressEqual(to, socket) && executedBy(input) === messageId,
  )
  if (execution < 0) return undefined
  const isInbound = ({ frame: { type, from, to } }: TracedCall): boolean =>
    type === "CALL" && isAddressEqual(from, socket) && to !== undefined && isAddressEqual(to, dstPlug)
  return calls.slice(execution + 1).find(isInbound)?.frame.gasUsed
}

/** The id of the message that a call of the socket executes; `undefined` if it is another call. */
function executedBy(input: Hex): Hex | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: input })
    return functionName === "execute" ? args[1].msgId : undefined
  } catch {
    return undefined
  }
}

async function measureRequests(world: MeasuredWorld, requests: readonly RequestRecord[]): Promise<Measurement[]> {
  const { gateway } = world
  if (gateway === undefined) return []
  const measured: Measurement[] = []
  for (const request of requests) {
    const { txHash: hash, appGateway: sender, fee: credits } = request
    const key = requestKey(request)
    if (key === undefined) continue
    const { contract, functionName } = await nameCall(world, gateway.chain, { hash, sender, receiving: "callback" })
    measured.push({ kind: "request", key, contract, functionName, credits })
  }
  return measured
}

/** The keys of what there is to measure of a message. A key names its transaction too, because ids come again on a chain that went back. */
function messageKeys({ outbound, executionTx }: MessageRecord) {
  const { messageId, transactionHash } = outbound
  return {
    fee: `fee ${messageId} ${transactionHash}`,
    outbound: `outbound ${transactionHash}`,
    inbound: executionTx === undefined ? undefined : `inbound ${messageId} ${executionTx}`,
  }
}

/** The key of a request; `undefined` until it is completed, when all that it costs is charged. */
function requestKey({ status, requestCount, txHash }: RequestRecord): string | undefined {
  return status === "COMPLETED" ? `request ${requestCount} ${txHash}` : undefined
}

export type CalledContracts = Pick<OpenDevnet<string, boolean, boolean>, "accounts" | "market"> & {
  /** The contracts that tests have deployed. */
  readonly registry: {
    find(chain: string, address: Address): { readonly name: string; readonly abi: Abi } | undefined
  }
}

type NamedCall = { readonly contract: string; readonly functionName: string; readonly isOwn: boolean }

/**
 * Names the function that a transaction called.
 *
 * @param options.sender the contract that sent the message or made the request
 * @param options.receiving the name for what a contract does in a transaction of the actors: it does it while it receives something
 */
export async function nameCall(
  world: CalledContracts,
  chain: Pick<LocalChain, "name" | "publicClient">,
  { hash, sender, receiving }: { hash: Hex; sender: Address; receiving: string },
): Promise<NamedCall> {
  const { from, to, input } = await chain.publicClient.getTransaction({ hash })
  const nameOf = async (address: Address): Promise<string> =>
    (await findContract(world, chain.name, address))?.name ?? address
  if (
    Object.values(world.accounts)
      .flat()
      .some(({ address }) => isAddressEqual(address, from))
  ) {
    return { contract: await nameOf(sender), functionName: receiving, isOwn: false }
  }
  if (to === null) return { contract: await nameOf(sender), functionName: "constructor", isOwn: true }
  const abi = (await findContract(world, chain.name, to))?.abi
  return { contract: await nameOf(to), functionName: functionOf(input, abi), isOwn: true }
}

async function findContract(
  { registry, market }: CalledContracts,
  chain: string,
  address: Address,
): Promise<{ readonly name: string; readonly abi: Abi } | undefined> {
  const deployed = registry.find(chain, address)
  if (deployed !== undefined || market === undefined) return deployed
  // Worlds without a market do without its contracts.
  const { findMarketContract } = await extras.marketContracts()
  return findMarketContract(market.contracts, address)
}

function functionOf(input: Hex, abi: Abi | undefined): string {
  if (input.length < 10) return "receive"
  try {
    if (abi !== undefined) return decodeFunctionData({ abi, data: input }).functionName
  } catch {
    // It is not in the ABI: a fallback has taken it.
  }
  return slice(input, 0, 4)
}
