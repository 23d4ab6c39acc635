import { type Abi, type Address, BaseError, type Hex, isAddressEqual } from "viem"
import { getBlock, getTransactionReceipt } from "viem/actions"
import { numberToHex } from "viem/utils"

import type { BatchCall } from "./Batch.js"
import { type DecodedCall, listCalls, listOwnCalls } from "./decodeCalls.js"
import { type Operation, readOperations } from "./readOperations.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { inboundCall } from "#src/messaging/onchain/delivery/inboundCall.js"
import { type OutboundMessage, readOutboundMessages } from "#src/messaging/onchain/events.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import { openCopy } from "#src/onchain/openCopy.js"
import { readCodeSize, requestNode } from "#src/onchain/readNode.js"
import type { SimulatedEffects } from "#src/onchain/simulation/Simulation.js"
import { type StorageChange, traceMinedEffects } from "#src/onchain/simulation/traceEffects.js"
import { checksumOf } from "#src/primitives/address.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** What became of a call, or of what it set going, on a copy. */
export type Step = {
  /** The number of the call, or `message` or `scheduled` with another number. */
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

type Call = Pick<Step, "number" | "from" | "to"> &
  Pick<BatchCall, "data" | "value"> & { readonly creates?: true | undefined }

/** Gas of each call: as much as one transaction may use on most chains. */
const gas = 16_000_000n

/** Gas up to which a call is traced: Hardhat's node takes seconds for more, by the square of the calls that it makes. */
const maxTracedGas = 4_000_000n

/** Makes the calls of an account on a copy, all or none. What runs other code as the account itself is not applied. */
export async function applyCalls(copy: Copy, calls: readonly DecodedCall[], abis: readonly Abi[]): Promise<Step[]> {
  const delegated = listCalls(calls).flatMap(({ operation, to }) => (operation === 1 ? [to] : []))
  const sizes = [...new Set(delegated)].map(async (to) => [to, await readCodeSize(copy.client, to)] as const)
  const codeless = new Set((await Promise.all(sizes)).flatMap(([to, size]) => (size === 0 ? [to] : [])))
  const own = listOwnCalls(calls, codeless).map((call) =>
    call.operation === 1 ? { ...call, isOther: true, hasCode: !codeless.has(call.to) } : call,
  )
  return await applyTogether(copy, own, abis)
}

/** A call that runs other code as the account itself is not made. */
type OwnCall = Call & { readonly isOther?: boolean; readonly hasCode?: boolean }

async function applyTogether(copy: Copy, calls: readonly OwnCall[], abis: readonly Abi[]): Promise<Step[]> {
  const whoEnds = (steps: readonly Step[]) => steps.find(({ status }) => status === "reverted")?.number
  const applyEach = async (): Promise<Step[]> => {
    const steps: Step[] = []
    for (const call of calls) {
      const ended = whoEnds(steps)
      const why = call.isOther === true ? "it runs other code as the account itself" : ended && `call ${ended} reverts`
      steps.push(why === undefined ? await apply(copy, call, abis) : notApplied(copy, call, "skipped", why))
    }
    return steps
  }
  const steps = await openCopy(copy.client).tryOut(applyEach, (made) => whoEnds(made) === undefined)
  const ended = whoEnds(steps)
  if (ended === undefined) return steps
  const undone = { status: "undone", reason: `call ${ended} reverts`, effects: undefined } as const
  return steps.map((step) => (step.status === "applied" ? { ...step, ...undone } : step))
}

/** A ring of plugs that answer each other would never end. */
const maxFollowing = 100

/**
 * Makes what calls set going, and what that sets going in turn: delivers messages as the socket calls `inbound`, once they have come through; then
 * lets the time pass that the scheduled calls wait for, the earliest first, and makes those.
 */
export async function followCalls(
  made: readonly Step[],
  copies: readonly Copy[],
  abis: readonly Abi[],
): Promise<Step[]> {
  const messages: OutboundMessage[] = []
  const operations: (Operation & { readonly copy: Copy })[] = []
  const steps: Step[] = []
  const follow = async (more: readonly Step[]): Promise<void> => {
    for (const { effects, chain } of more) {
      messages.push(...(effects?.messages ?? []))
      if (effects === undefined || effects.logs.length === 0) continue
      const copy = copies.find(({ slug }) => slug === chain.slug)
      if (copy === undefined) continue
      const { timestamp } = await getBlock(copy.client)
      operations.push(...readOperations(effects.logs, timestamp).map((operation) => ({ ...operation, copy })))
    }
    operations.sort((one, other) => (one.due < other.due ? -1 : 1))
  }
  await follow(made)
  for (const count = { messages: 0, operations: 0 }; steps.length <= maxFollowing;) {
    const isLast = steps.length === maxFollowing
    const message = messages.shift()
    const operation = message === undefined ? operations.shift() : undefined
    const next =
      message !== undefined
        ? [await deliver(message, `message ${(count.messages += 1)}`, { copies, abis, isLast })]
        : operation !== undefined
          ? await makeOperation(operation, `scheduled ${(count.operations += 1)}`, { abis, isLast })
          : undefined
    if (next === undefined) break
    steps.push(...next)
    await follow(next)
  }
  return steps
}

type Following = { readonly abis: readonly Abi[]; readonly isLast: boolean }

async function deliver(
  message: OutboundMessage,
  number: string,
  { copies, abis, isLast }: Following & { readonly copies: readonly Copy[] },
): Promise<Step> {
  const { srcChainSlug, srcPlug, dstChainSlug, dstPlug } = message
  const copy = copies.find(({ slug }) => slug === dstChainSlug)
  if (copy === undefined || isLast) {
    const chain = copy ?? { slug: dstChainSlug, name: `chain ${dstChainSlug}` }
    const why = copy === undefined ? "there is no copy of its chain" : tooMany
    return notApplied(chain, { number, from: srcPlug, to: dstPlug }, "unread", why)
  }
  const call = { number, ...inboundCall(copy.socket, message) }
  const asked = { socket: copy.socket, plug: dstPlug, siblingChainSlug: srcChainSlug }
  const { siblingPlug } = await getPlugConfig(copy.client, asked)
  if (!isAddressEqual(siblingPlug, srcPlug))
    return notApplied(copy, call, "skipped", `the plug there is not connected to ${srcPlug}`)
  // The executor brings the value of a message.
  await openCopy(copy.client).fund(copy.socket, call.value)
  return await apply(copy, call, abis)
}

const tooMany = "too many messages and scheduled calls come before it"

/** More seconds than any contract counts. */
const endOfTime = 2n ** 48n

async function makeOperation(
  { copy, due, calls }: Operation & { readonly copy: Copy },
  name: string,
  { abis, isLast }: Following,
): Promise<Step[]> {
  const { client } = copy
  const numbered = calls.map((call, index) => ({ ...call, number: calls.length === 1 ? name : `${name}.${index + 1}` }))
  if (isLast) return numbered.map((call) => notApplied(copy, call, "unread", tooMany))
  const { timestamp } = await getBlock(client)
  if (due > timestamp) {
    const time = due < endOfTime ? due : endOfTime
    await requestNode(client, "evm_setNextBlockTimestamp", numberToHex(time))
    await requestNode(client, "evm_mine")
  }
  // The executor brings the value.
  for (const { from, value } of calls) await openCopy(client).fund(from, value)
  return await applyTogether(copy, numbered, abis)
}

/** Makes a call on a copy as a transaction whose gas has a price, because a contract can tell one that costs nothing. */
async function apply(
  copy: Copy,
  { number, from, to, data, value, creates }: Call,
  abis: readonly Abi[],
): Promise<Step> {
  const { client, socket, slug, name } = copy
  const hasCode = data === "0x" || creates === true || (await readCodeSize(client, to)) > 0
  const step = { number, from, to, hasCode, chain: { slug, name }, reason: undefined, effects: undefined }
  try {
    const gasPrice = 2n * BigInt((await requestNode(client, "eth_gasPrice")) as Hex)
    const { fund, send } = openCopy(client)
    await fund(from, gas * gasPrice)
    const hash = await send(from, { to: creates === true ? undefined : to, data, value, gas, gasPrice })
    const { gasUsed, contractAddress } = await getTransactionReceipt(client, { hash })
    if (creates === true && !isAddressEqual(contractAddress as Address, to))
      return {
        ...step,
        status: "unread",
        reason: `its contract comes to be at ${checksumOf(contractAddress as Address)}: the account has sent more since`,
      }
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

function notApplied(
  { slug, name }: Step["chain"],
  { number, from, to, hasCode = true }: Pick<OwnCall, "number" | "from" | "to" | "hasCode">,
  status: Step["status"],
  reason: string,
): Step {
  return { number, from, to, chain: { slug, name }, status, reason, hasCode, effects: undefined }
}
