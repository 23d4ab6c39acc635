import { encodeFunctionData, type LocalAccount } from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { attestDigest } from "../../../messaging/ids.js"
import type { MessageRecord } from "../ledger.js"
import type { MessagingWorkerContext } from "./WorkerContext.js"
import type { Sender } from "../../relay/sender.js"
import type { Part } from "../../relay/Worker.js"

/** Attests the packets that were proposed as they were sealed, and no others. */
export function watcher(desk: MessagingWorkerContext, account: LocalAccount, sender: Sender): Part<MessageRecord> {
  const { chain, contracts, observer } = desk

  async function attest(records: readonly MessageRecord[]): Promise<void> {
    const mine = records.filter(({ attestedBy }) => !attestedBy.has(account.address))
    const steps = await Promise.all(
      mine.flatMap(({ outbound, proposal }) => {
        if (proposal?.root !== outbound.packedMessage) return []
        const { proposalCount, root } = proposal
        const claim = { switchboard: contracts.switchboard, packetId: outbound.packetId, proposalCount, root }
        const digest = attestDigest({ ...claim, dstChainSlug: chain.slug })
        return [account.signMessage({ message: { raw: digest } }).then((signature) => ({ ...claim, signature }))]
      }),
    )
    if (steps.length === 0) return
    await sender.send({
      to: contracts.batcher,
      data: encodeFunctionData({ abi: batcherArtifact.abi, functionName: "attestBatch", args: [steps] }),
      gas: gasPerTransaction + gasPerAttestation * BigInt(steps.length),
    })
    await observer.sync()
  }

  return { stage: "attest", chainSlug: chain.slug, perform: attest }
}

const gasPerTransaction = 100_000n
const gasPerAttestation = 160_000n
