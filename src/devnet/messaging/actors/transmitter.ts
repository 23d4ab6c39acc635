import { type Address, encodeFunctionData, type Hex, type LocalAccount } from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { capacitorAbi } from "../../../messaging/onchain/abi.js"
import { sealDigest, unpackPacketId } from "../../../messaging/ids.js"
import type { Outbound } from "../facts.js"
import type { MessageRecord } from "../ledger.js"
import type { MessagingWorkerContext } from "./WorkerContext.js"
import type { Sender } from "../../relay/sender.js"
import { signOnce } from "./signOnce.js"
import type { Part } from "../../relay/Worker.js"

/** Seals packets on the chain that they leave, and proposes them on the one that they go to. */
export function transmitter(
  desk: MessagingWorkerContext,
  sign: (message: Outbound) => Promise<Hex>,
  sender: Sender,
): readonly Part<MessageRecord>[] {
  const { chain, contracts, observer } = desk

  const carry = async (functionName: "sealBatch" | "proposeBatch", steps: readonly object[], gasPerStep: bigint) => {
    const data = encodeFunctionData({ abi: batcherArtifact.abi, functionName, args: [steps] as never })
    await sender.send({ to: contracts.batcher, data, gas: gasPerTransaction + gasPerStep * BigInt(steps.length) })
    await observer.sync()
  }

  async function seal(records: readonly MessageRecord[]): Promise<void> {
    for (const [capacitor, queue] of queues(records)) {
      const next = await nextPacketCount(capacitor)
      const run = queue.filter(({ packetCount }, index) => packetCount === next + BigInt(index))
      if (run.length === 0) continue
      const steps = await Promise.all(
        run.map(async ({ message }) => ({ batchSize: 1n, capacitor, signature: await sign(message) })),
      )
      await carry("sealBatch", steps, gasPerSeal)
    }
  }

  /** A capacitor seals in order, whatever is asked of it, and each signature fits one packet only. */
  async function nextPacketCount(capacitor: Address): Promise<bigint> {
    const [, packetCount] = await chain.publicClient.readContract({
      address: capacitor,
      abi: capacitorAbi,
      functionName: "getNextPacketToBeSealed",
    })
    return packetCount
  }

  async function propose(records: readonly MessageRecord[]): Promise<void> {
    const steps = await Promise.all(
      records.map(async ({ outbound }) => ({
        packetId: outbound.packetId,
        root: outbound.packedMessage,
        switchboard: contracts.switchboard,
        signature: await sign(outbound),
      })),
    )
    await carry("proposeBatch", steps, gasPerProposal)
  }

  return [
    { stage: "seal", chainSlug: chain.slug, perform: seal },
    { stage: "propose", chainSlug: chain.slug, perform: propose },
  ]
}

const gasPerTransaction = 100_000n
const gasPerSeal = 120_000n
const gasPerProposal = 160_000n

/** The messages of each capacitor, in the order in which it seals. */
function queues(records: readonly MessageRecord[]): Map<Address, { message: Outbound; packetCount: bigint }[]> {
  const waiting = records
    .map(({ outbound }) => ({ message: outbound, ...unpackPacketId(outbound.packetId) }))
    .sort((a, b) => (a.packetCount < b.packetCount ? -1 : 1))
  return Map.groupBy(waiting, ({ capacitor }) => capacitor)
}

/** One signature serves both ends of the way: sealing and proposing sign the same digest. */
export function signPackets(account: LocalAccount): (message: Outbound) => Promise<Hex> {
  return signOnce(account, ({ dstChainSlug, packetId, packedMessage }) =>
    sealDigest({ dstChainSlug, packetId, root: packedMessage }),
  )
}
