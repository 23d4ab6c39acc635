import { type Address, concat, encodeFunctionData, type Hex, numberToHex, zeroHash } from "viem"

import { invalid } from "../../arguments.js"
import { chainOf } from "../../world/findInWorld.js"
import type { FaultyWorld } from "../../world/OpenWorld.js"
import type { FaultKind } from "../FaultKind.js"
import { contextOf, sendAs, submitSigned } from "../transactions.js"
import type { DataOf } from "../WorldFaults.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { needOf } from "#src/devnet/messaging/paths.js"
import {
  hashPackedMessage,
  type PackedMessageParts,
  packMessageId,
  packPacketId,
  unpackPacketId,
} from "#src/messaging/ids.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { tryCall } from "#src/messaging/onchain/delivery/inboundCall.js"
import { gasOfExecution } from "#src/messaging/onchain/delivery/tryExecution.js"
import { attestCall, executeCall, proposeCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"
import { isFinal, messageStates, type MessageStatus } from "#src/messaging/states.js"

/** Numbers that no socket and no capacitor reaches. */
const firstForged = 2n ** 63n

/**
 * The transmitter, all watchers and the executor sign for a message that its source chain did not send like this, and it is delivered. It has
 * not happened if the plug refuses it.
 */
export const forge: FaultKind<"forge"> = (data, context) => ({
  async begin() {
    const { world, happen } = context
    const { chain, contracts } = contextOf(world, chainOf(world, data.chain).slug)
    const { transmitter, executor, watchers, deployer } = world.accounts
    const found = await readForgeable(data, world)
    if ("problem" in found) throw invalid("chain", found.problem, found.fix)
    const { model, switchboard } = found
    const read = { address: contracts.socket, abi: socketAbi } as const
    const counter = await nextCounter(model, async (id) =>
      chain.publicClient.readContract({ ...read, functionName: "messageExecuted", args: [id] }),
    )
    const message = forgedFrom(data, model, counter)
    const { capacitor } = unpackPacketId(model.packetId)
    const packetId = packPacketId({ srcChainSlug: model.srcChainSlug, capacitor, packetCount: counter })
    // One that was refused may have been proposed and attested before.
    const counting = { functionName: "proposalCount", args: [packetId] } as const
    const proposalCount = await chain.publicClient.readContract({ ...read, ...counting })
    const root = hashPackedMessage(message)
    const proposed = { dstChainSlug: chain.slug, packetId, root, switchboard, proposalCount }
    await submitSigned(world, chain, transmitter, proposeCall(contracts.socket, proposed))
    for (const watcher of watchers) {
      const asking = { functionName: "isAttested", args: [watcher.address, root] } as const
      if (await chain.publicClient.readContract({ address: switchboard, abi: switchboardAbi, ...asking })) continue
      await submitSigned(world, chain, watcher, attestCall(proposed))
    }
    const executed = { ...message, packedMessage: root, fees: model.fees }
    const call = await signedBy(executor, executeCall(contracts.socket, executed, proposed))
    const execution = {
      ...{ to: call.address, data: encodeFunctionData(call) },
      gas: gasOfExecution(message, message.minMsgGasLimit),
    }
    const refusal = await tryCall(chain.publicClient, {
      from: deployer.address,
      ...execution,
      gas: numberToHex(execution.gas),
    })
    if (refusal !== undefined) return
    // Before the ledger notices what comes of it.
    happen()
    await sendAs(chain, deployer, execution)
  },
})

type Forgeable = { readonly model: MessageRecord["outbound"]; readonly switchboard: Address }

/** Finds what a message can be forged from, once everything that was sent is known; or why it cannot be, and what to do. */
export async function readForgeable(
  data: DataOf<"forge">,
  world: FaultyWorld,
): Promise<Forgeable | { readonly problem: string; readonly fix: string }> {
  const { chain, contracts } = contextOf(world, chainOf(world, data.chain).slug)
  await Promise.all(world.messaging.contexts.map(({ observer }) => observer.sync()))
  const model = findModel(data, world)
  if (model === undefined) {
    const isAltered = data.as === "altered"
    const fix = isAltered ? "Send one, and forge before it is delivered." : "Deliver one that it can resemble first."
    return { problem: `there is no message to ${data.chain}`, fix }
  }
  const asking = { functionName: "getPlugConfig", args: [model.dstPlug, model.srcChainSlug] } as const
  const read = { address: contracts.socket, abi: socketAbi, ...asking }
  const [srcPlug, switchboard] = await chain.publicClient.readContract(read)
  if (needOf(contracts, switchboard) !== "attestations") {
    return { problem: "the plug uses a switchboard without watchers", fix: "Forge for a plug that uses the fast one." }
  }
  // Of another sender the socket takes nothing.
  return { model: { ...model, srcPlug }, switchboard }
}

/** The message that is altered, or that the forged one resembles: the newest one to the chain. */
export function findModel(
  { chain, as = "unsent" }: DataOf<"forge">,
  world: FaultyWorld,
): MessageRecord["outbound"] | undefined {
  const { slug } = chainOf(world, chain)
  const statuses = (Object.keys(messageStates) as MessageStatus[]).filter(
    (status) => isFinal(status) === (as !== "altered"),
  )
  return statuses
    .flatMap((status) => [...world.messaging.ledger.inStatus(status)])
    .filter(({ outbound }) => outbound.dstChainSlug === slug)
    .sort((one, other) => one.since - other.since)
    .at(-1)?.outbound
}

async function nextCounter(
  { srcChainSlug, dstPlug }: MessageRecord["outbound"],
  isUsed: (id: Hex) => Promise<boolean>,
): Promise<bigint> {
  let counter = firstForged
  while (await isUsed(packMessageId({ srcChainSlug, dstPlug, counter }))) counter += 1n
  return counter
}

function forgedFrom(
  { as = "unsent", payload }: DataOf<"forge">,
  { fees, ...model }: MessageRecord["outbound"],
  counter: bigint,
): PackedMessageParts {
  const { srcChainSlug, dstPlug, executionParams } = model
  return {
    ...model,
    messageId: as === "altered" ? model.messageId : packMessageId({ srcChainSlug, dstPlug, counter }),
    executionFee: fees.executionFee,
    executionParams,
    // A contract reads what it expects, and leaves the rest.
    payload: payload ?? (as === "doubled" ? model.payload : concat([model.payload, zeroHash])),
  }
}
