import type { Abi, Address, Client, Hex } from "viem"
import { decodeFunctionResult, encodeFunctionData, getAbiItem, isAddressEqual, toEventSelector } from "viem/utils"

import { plugAbi, socketAbi } from "../abi.js"
import { protocolReverts } from "../callErrors.js"
import { plugConfig } from "../getPlugConfig.js"
import type { Connection } from "./connectCall.js"
import { CallNotShownError, NotOnlyAConnectionError } from "./connectCallErrors.js"
import { type ConnectionEnds, findOtherChange } from "./connectionStorage.js"
import { isMade } from "./differencesOf.js"
import { logWords, wordToAddress } from "./readSiblingSwitchboards.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { nameEffect } from "#src/onchain/simulation/readAccountEffects.js"
import { simulateInBlock } from "#src/onchain/simulation/simulateCalls.js"
import type { SimulatedEffects, SimulatedLog } from "#src/onchain/simulation/Simulation.js"
import { type StorageChange, traceEffects } from "#src/onchain/simulation/traceEffects.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** A call of a plug that is to make or remove one connection, and nothing else. */
export type ConnectTransaction = ConnectionEnds & {
  readonly abi: Abi
  readonly functionName: string
  readonly data: Hex
}

/**
 * Simulates a call that is to connect a plug, and refuses it unless that is all it does: the socket has this connection afterwards and
 * no other one of the plug has changed, nobody else owns the plug or has a role, no token or native currency moves, and nothing is
 * written but the connection. To change what is a connection: `connectionStorage.ts`, and an attack in `test/attacks/wiring.ts`.
 *
 * A node that cannot show that allows no function but `connect(uint32,address,address)` with the arguments of the connection.
 *
 * @param errorAbis ABIs to decode a revert with, besides those of plugs and the protocol
 * @returns whether the node has shown it
 * @throws {NotOnlyAConnectionError} {@link CallNotShownError} {@link CallRevertedError} `NodeFailedError`
 */
export async function checkConnectCall(
  client: Client,
  transaction: ConnectTransaction,
  errorAbis: readonly Abi[] = [],
): Promise<boolean> {
  const { plug, functionName, data, wanted } = transaction
  const effects = await readEffects(client, transaction, errorAbis)
  if (effects !== undefined) {
    const verdict = judge(effects, transaction)
    if (verdict !== undefined) throw new NotOnlyAConnectionError({ plug, functionName, ...verdict })
    return true
  }
  const { siblingChainSlug, sibling, switchboard } = wanted
  const args = [siblingChainSlug, sibling, switchboard] as const
  if (data === encodeFunctionData({ abi: plugAbi, functionName: "connect", args })) return false
  throw new CallNotShownError({ plug, functionName })
}

/** What the node shows of a call: what it does, what can be read afterwards, or which words it writes. */
type ShownEffects = Pick<SimulatedEffects, "logs" | "nativeTransfers"> & {
  readonly after: readonly Hex[]
  readonly storage: readonly StorageChange[] | undefined
}

async function readEffects(
  client: Client,
  { plug, socket, sender, owner, data, functionName, abi, wanted }: ConnectTransaction,
  errorAbis: readonly Abi[],
): Promise<ShownEffects | undefined> {
  // A call from the zero address says nothing about any account.
  if (sender === undefined) return undefined
  const call = { to: plug, data }
  const question = { abi: socketAbi, functionName: "getPlugConfig", args: [plug, wanted.siblingChainSlug] } as const
  const reads = [
    { to: socket, data: encodeFunctionData(question) },
    ...(owner === undefined ? [] : [{ to: plug, data: encodeFunctionData({ abi: plugAbi, functionName: "owner" }) }]),
  ]
  const [inBlock, { simulation: byTrace, storage }] = await Promise.all([
    simulateInBlock(client, { account: sender, calls: [call, ...reads] }),
    traceEffects(client, { account: sender, call }),
  ])
  const simulation = inBlock ?? (storage && byTrace)
  if (simulation === undefined) return undefined
  if (simulation.status === "success") return { ...simulation, after: simulation.outputs.slice(1), storage }
  const revert = decodeRevertData(simulation.data, [abi, ...errorAbis, ...protocolReverts.abis])
  throw new CallRevertedError({ address: plug, functionName }, revert, protocolReverts.advice)
}

type Verdict = { readonly effect: string | undefined }

function judge(effects: ShownEffects, transaction: ConnectTransaction): Verdict | undefined {
  const { logs, nativeTransfers, after, storage } = effects
  const { plug, socket, owner, wanted } = transaction
  for (const log of logs) {
    const effect = findEffect(log, transaction)
    if (effect !== undefined) return { effect }
  }
  const [transfer] = nativeTransfers
  if (transfer !== undefined) return { effect: `${transfer.value} wei to ${transfer.to}` }
  if (!logs.some((log) => isAddressEqual(log.address, socket))) return { effect: undefined }
  const [config, newOwner] = after
  if (config !== undefined) {
    const read = decodeFunctionResult({ abi: socketAbi, functionName: "getPlugConfig", data: config })
    if (!isMade(plugConfig(read), wanted)) return { effect: undefined }
  }
  if (owner !== undefined && newOwner !== undefined) {
    const read = decodeFunctionResult({ abi: plugAbi, functionName: "owner", data: newOwner })
    if (!isAddressEqual(read, owner)) return { effect: `${read} owns ${plug}` }
  }
  const change = storage && findOtherChange(storage, transaction)
  return change && { effect: `word ${change.slot} of ${change.contract} becomes ${change.after}` }
}

/** What a log says that is not the connection. The socket says which connection it is, and the plug may say what it likes. */
function findEffect(log: SimulatedLog, { plug, socket, wanted }: ConnectTransaction): string | undefined {
  if (isAddressEqual(log.address, socket)) return findOtherConnection(log, plug, wanted)
  const name = nameEffect(log)
  if (name !== undefined) return `${name} of ${log.address}`
  return isAddressEqual(log.address, plug) ? undefined : `a log of ${log.address}`
}

const plugConnected = toEventSelector(getAbiItem({ abi: socketAbi, name: "PlugConnected" }))

function findOtherConnection(log: SimulatedLog, plug: Address, wanted: Connection): string | undefined {
  const [from, slug, ...addresses] = logWords(log, 5)
  const [siblingPlug, inboundSwitchboard, outboundSwitchboard] = addresses.map(wordToAddress)
  const isComplete = siblingPlug !== undefined && inboundSwitchboard !== undefined && outboundSwitchboard !== undefined
  if (log.topics[0] !== plugConnected || from === undefined || slug === undefined || !isComplete) {
    return `a log of the socket ${log.address}`
  }
  const isOwn = isAddressEqual(wordToAddress(from), plug) && BigInt(slug) === BigInt(wanted.siblingChainSlug)
  if (isOwn && isMade({ siblingPlug, inboundSwitchboard, outboundSwitchboard }, wanted)) return undefined
  return `${wordToAddress(from)} connected to ${siblingPlug} on chain ${BigInt(slug)} by switchboard ${inboundSwitchboard}`
}
