import { type Address, encodeFunctionData, type Hex, type LocalAccount } from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { capacitorAbi } from "../../../messaging/onchain/abi.js"
import { sealDigest, unpackPacketId } from "../../../messaging/ids.js"
import type { Outbound } from "../facts.js"
import type { MessageRecord } from "../ledger.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import type { Sender } from "../../relay/sender.js"
import { signOnce } from "./signOnce.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { MessagingStage } from "../stages.js"

/** Seals packets on their source chain, and proposes them on their destination. */
export function transmitter(
  { chain, contracts, observer }: MessagingWorkerContext,
  sign: (message: Outbound) => Promise<Hex>,
  sender: Sender,
): readonly StageHandler<MessagingStage, MessageRecord>[] {
  const sendBatch = async (
    functionName: "sealBatch" | "proposeBatch",
    steps: readonly object[],
    gasPerStep: bigint,
  ) => {
    const data = encodeFunctionData({ abi: batcherArtifact.abi, functionName, args: [steps] as never })
    await sender.send({ to: contracts.batcher, data, gas: gasPerTransaction + gasPerStep * BigInt(steps.length) })
    await observer.sync()
  }

  async function seal(records: readonly MessageRecord[]): Promise<void> {
    for (const [capacitor, packets] of packetsByCapacitor(records)) {
      const next = await nextPacketCount(capacitor)
      const sealable = packets.filter(({ packetCount }, index) => packetCount === next + BigInt(index))
      if (sealable.length === 0) continue
      const steps = await Promise.all(
        sealable.map(async ({ message }) => ({ batchSize: 1n, capacitor, signature: await sign(message) })),
      )
      await sendBatch("sealBatch", steps, gasPerSeal)
    }
  }

  /** A capacitor seals its packets in order, and each signature is valid for one packet only. */
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
    await sendBatch("proposeBatch", steps, gasPerProposal)
  }

  return [
    { stage: "seal", chainSlug: chain.slug, perform: seal },
    { stage: "propose", chainSlug: chain.slug, perform: propose },
  ]
}

const gasPerTransaction = 100_000n
const gasPerSeal = 120_000n
const gasPerProposal = 160_000n

/** The messages of each capacitor, in the order in which it seals them. */
function packetsByCapacitor(
  records: readonly MessageRecord[],
): Map<Address, { message: Outbound; packetCount: bigint }[]> {
  const packets = records
    .map(({ outbound }) => ({ message: outbound, ...unpackPacketId(outbound.packetId) }))
    .sort((a, b) => (a.packetCount < b.packetCount ? -1 : 1))
  return Map.groupBy(packets, ({ capacitor }) => capacitor)
}

/** Signs packets as sealing and proposing both need it: they check the same digest. */
export function signPackets(account: LocalAccount): (message: Outbound) => Promise<Hex> {
  return signOnce(account, ({ dstChainSlug, packetId, packedMessage }) =>
    sealDigest({ dstChainSlug, packetId, root: packedMessage }),
  )
}
