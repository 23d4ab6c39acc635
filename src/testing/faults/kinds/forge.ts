import { concat, type Hex, zeroHash } from "viem"

import { invalid } from "../../arguments.js"
import { chainOf } from "../../world/findInWorld.js"
import type { FaultyWorld } from "../../world/OpenWorld.js"
import type { FaultKind } from "../FaultKind.js"
import { contextOf, submitSigned } from "../transactions.js"
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
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { attestCall, executeCall, proposeCall } from "#src/messaging/onchain/operatorCalls.js"
import { isFinal, messageStates, type MessageStatus } from "#src/messaging/states.js"

/** Numbers that no socket and no capacitor reaches. */
const firstForged = 2n ** 63n

/** The transmitter, all watchers and the executor sign for a message that its source chain did not send like this, and it is delivered. */
export const forge: FaultKind<"forge"> = (data, context) => ({
  async begin() {
    const { world, happen } = context
    const { chain, contracts } = contextOf(world, chainOf(world, data.chain).slug)
    const { transmitter, executor, watchers } = world.accounts
    // What was sent a moment before may not be noticed yet.
    await Promise.all(world.messaging.contexts.map(({ observer }) => observer.sync()))
    const model = findModel(data, world)
    if (model === undefined) {
      const isAltered = data.as === "altered"
      const fix = isAltered ? "Send one, and forge before it is delivered." : "Deliver one that it can resemble first."
      throw invalid("chain", `there is no message to ${data.chain}`, fix)
    }
    const read = { address: contracts.socket, abi: socketAbi } as const
    const counter = await nextCounter(model, async (id) =>
      chain.publicClient.readContract({ ...read, functionName: "messageExecuted", args: [id] }),
    )
    const message = forgedFrom(data, model, counter)
    const { srcChainSlug, dstPlug } = message
    const { capacitor } = unpackPacketId(model.packetId)
    const packetId = packPacketId({ srcChainSlug, capacitor, packetCount: counter })
    const root = hashPackedMessage(message)
    const args = [dstPlug, srcChainSlug] as const
    const [, switchboard] = await chain.publicClient.readContract({ ...read, functionName: "getPlugConfig", args })
    if (needOf(contracts, switchboard) !== "attestations") {
      throw invalid("chain", "the plug uses a switchboard without watchers", "Forge for a plug that uses the fast one.")
    }
    const proposed = { dstChainSlug: chain.slug, packetId, root, switchboard, proposalCount: 0n }
    await submitSigned(world, chain, transmitter, proposeCall(contracts.socket, proposed))
    for (const watcher of watchers) await submitSigned(world, chain, watcher, attestCall(proposed))
    // Before the ledger notices what comes of it.
    happen()
    const executed = { ...message, packedMessage: root, fees: { executionFee: message.executionFee } }
    await submitSigned(world, chain, executor, executeCall(contracts.socket, executed, proposed))
  },
})

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
