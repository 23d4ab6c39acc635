import { encodeFunctionData, type LocalAccount } from "viem"

import { batcherArtifact } from "../../artifacts/Batcher.js"
import { attestDigest } from "../../../messaging/ids.js"
import type { MessageRecord } from "../ledger.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import type { Sender } from "../../relay/sender.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { MessagingStage } from "../stages.js"

/** Attests proposals whose root is the one that was sealed. The ledger knows no others. */
export function watcher(
  { chain, contracts, observer }: MessagingWorkerContext,
  account: LocalAccount,
  sender: Sender,
): StageHandler<MessagingStage, MessageRecord> {
  async function attest(records: readonly MessageRecord[]): Promise<void> {
    const unattested = records.filter(({ attestedBy }) => !attestedBy.has(account.address))
    const steps = await Promise.all(
      unattested.flatMap(({ outbound, proposal }) => {
        if (proposal === undefined) return []
        const { proposalCount, root } = proposal
        const attestation = { switchboard: contracts.switchboard, packetId: outbound.packetId, proposalCount, root }
        const digest = attestDigest({ ...attestation, dstChainSlug: chain.slug })
        return [account.signMessage({ message: { raw: digest } }).then((signature) => ({ ...attestation, signature }))]
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
