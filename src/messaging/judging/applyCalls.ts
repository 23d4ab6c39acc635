import { type Abi, type Address, BaseError, type Client, type Hex, isAddressEqual } from "viem"
import { getBalance, getTransactionReceipt } from "viem/actions"
import { numberToHex } from "viem/utils"

import { readCodeSize, requestNode } from "../../onchain/readNode.js"
import type { SimulatedEffects } from "../../onchain/simulation/Simulation.js"
import { type StorageChange, traceMinedEffects } from "../../onchain/simulation/traceEffects.js"
import { nodeReason } from "../../primitives/reverts/nodeReason.js"
import { decodeRevert } from "../onchain/decodeRevert.js"
import { inboundCall } from "../onchain/delivery/inboundCall.js"
import { type OutboundMessage, readOutboundMessages } from "../onchain/events.js"
import { getPlugConfig } from "../onchain/getPlugConfig.js"
import type { Copy } from "./Batch.js"
import { type DecodedCall, listOwnCalls } from "./decodeCalls.js"

/** What became of a call, or of the `inbound` of a message, on a copy. */
export type Step = {
  /** The number of the call, or `message` with that of the message. */
  readonly number: string
  readonly chain: { readonly slug: number; readonly name: string }
  readonly from: Address
  readonly to: Address
  /**
   * `undone`: it was applied, and another call of its batch reverts. `skipped`: it is not made on the copy, and `reason` says why. `unread`: the
   * copy does not tell what it does.
   */
  readonly status: "applied" | "reverted" | "undone" | "skipped" | "unread"
  /** Why it was not applied, as the end of a sentence. */
  readonly reason: string | undefined
  /** Whether there is code at the target. */
  readonly hasCode: boolean
  readonly effects: Effects | undefined
}

export type Effects = Pick<SimulatedEffects, "logs" | "nativeTransfers"> & {
  readonly storage: readonly StorageChange[]
  readonly messages: readonly OutboundMessage[]
}

type Call = Pick<Step, "number" | "from" | "to"> & { readonly data: Hex; readonly value: bigint }

/** Gas of each call: as much as one transaction may use on most chains. */
const gas = 16_000_000n

/** Gas up to which a call is traced: Hardhat's node takes seconds for more, by the square of the calls that it makes. */
const maxTracedGas = 4_000_000n

/** Makes the calls of an account on a copy, all or none. What runs other code as the account itself is not applied. */
export async function applyCalls(copy: Copy, calls: readonly DecodedCall[], abis: readonly Abi[]): Promise<Step[]> {
  const snapshot = await requestNode(copy.client, "evm_snapshot")
  const steps: Step[] = []
  let ended: string | undefined
  for (const call of listOwnCalls(calls)) {
    const why = call.operation === 1 ? "it runs other code as the account itself" : ended && `${ended} reverts`
    const step = why === undefined ? await apply(copy, call, abis) : notApplied(copy, call, "skipped", why)
    steps.push(step)
    if (step.status === "reverted") ended = `call ${step.number}`
  }
  if (ended === undefined) return steps
  await requestNode(copy.client, "evm_revert", snapshot)
  const undone = { status: "undone", reason: `${ended} reverts`, effects: undefined } as const
  return steps.map((step) => (step.status === "applied" ? { ...step, ...undone } : step))
}

/** A ring of plugs that answer each other would never end. */
const maxMessages = 100

/** Delivers messages on the copies, and those that are sent in turn: as the socket calls `inbound`, once they have come through. */
export async function deliverMessages(
  sent: readonly Step[],
  copies: readonly Copy[],
  abis: readonly Abi[],
): Promise<Step[]> {
  const queue = sent.flatMap(({ effects }) => effects?.messages ?? [])
  const steps: Step[] = []
  for (let index = 0; index < queue.length && index <= maxMessages; index += 1) {
    const message = queue[index] as OutboundMessage
    const { srcChainSlug, srcPlug, dstChainSlug, dstPlug } = message
    const number = `message ${index + 1}`
    const copy = copies.find(({ slug }) => slug === dstChainSlug)
    if (copy === undefined || index === maxMessages) {
      const chain = copy ?? { slug: dstChainSlug, name: `chain ${dstChainSlug}` }
      const why = copy === undefined ? "there is no copy of its chain" : "too many messages come before it"
      steps.push(notApplied(chain, { number, from: srcPlug, to: dstPlug }, "unread", why))
      continue
    }
    const call = { number, ...inboundCall(copy.socket, message) }
    const asked = { socket: copy.socket, plug: dstPlug, siblingChainSlug: srcChainSlug }
    const { siblingPlug } = await getPlugConfig(copy.client, asked)
    if (!isAddressEqual(siblingPlug, srcPlug)) {
      steps.push(notApplied(copy, call, "skipped", `the plug there is not connected to ${srcPlug}`))
      continue
    }
    // The executor brings the value of a message.
    await addBalance(copy.client, copy.socket, call.value)
    const step = await apply(copy, call, abis)
    steps.push(step)
    queue.push(...(step.effects?.messages ?? []))
  }
  return steps
}

/** Makes a call on a copy as a transaction whose gas has a price, because a contract can tell one that costs nothing. */
async function apply(copy: Copy, { number, from, to, data, value }: Call, abis: readonly Abi[]): Promise<Step> {
  const { client, socket, slug, name } = copy
  const hasCode = data === "0x" || (await readCodeSize(client, to)) > 0
  const step = { number, from, to, hasCode, chain: { slug, name }, reason: undefined, effects: undefined }
  try {
    const gasPrice = 2n * BigInt((await requestNode(client, "eth_gasPrice")) as Hex)
    await addBalance(client, from, gas * gasPrice)
    await requestNode(client, "hardhat_impersonateAccount", from)
    const fees = { gas: numberToHex(gas), gasPrice: numberToHex(gasPrice) }
    const transaction = { from, to, data, value: numberToHex(value), ...fees }
    const hash = (await requestNode(client, "eth_sendTransaction", transaction)) as Hex
    const { gasUsed } = await getTransactionReceipt(client, { hash })
    if (gasUsed > maxTracedGas) return { ...step, status: "unread", reason: `it uses ${gasUsed} gas` }
    const { simulation, storage } = await traceMinedEffects(client, { hash, to })
    if (simulation?.status !== "success" || storage === undefined) {
      return { ...step, status: "unread", reason: "the copy does not show what it does" }
    }
    const { logs, nativeTransfers } = simulation
    const messages = readOutboundMessages(logs, { socket })
    return { ...step, status: "applied", effects: { logs, nativeTransfers, storage, messages } }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { ...step, status: "reverted", reason: decodeRevert(error, abis)?.reason ?? nodeReason(error) }
  }
}

async function addBalance(client: Client, address: Address, amount: bigint): Promise<void> {
  const balance = await getBalance(client, { address })
  await requestNode(client, "hardhat_setBalance", address, numberToHex(balance + amount))
}

function notApplied(
  { slug, name }: Step["chain"],
  { number, from, to }: Pick<Call, "number" | "from" | "to">,
  status: Step["status"],
  reason: string,
): Step {
  return { number, from, to, chain: { slug, name }, status, reason, hasCode: true, effects: undefined }
}
