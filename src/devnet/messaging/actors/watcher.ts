import type { Hex, LocalAccount } from "viem"

import { encodeCall } from "../../chain/encodeCall.js"
import { batchTransaction, readReverted } from "../../relay/callBatch.js"
import type { Sender } from "../../relay/sender.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { MessageRecord } from "../MessageRecord.js"
import { needOf } from "../paths.js"
import type { MessagingStage } from "../stages.js"
import { holdForbidden, type MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { readAllowed, readAttested, stateOf } from "./readAllowed.js"
import { attestCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"

/** Attests sealed roots for the switchboards that need it. A plug's own switchboard may turn by time alone: attested once it allows. A path that is tripped is left to the executor. */
export function watcher(
  { chain, contracts, ledger, observer, held }: MessagingWorkerContext,
  { account, watchers, sender }: { account: LocalAccount; watchers: number; sender: Sender },
): StageHandler<MessagingStage, MessageRecord> {
  const needsAttestation = ({ proposal }: MessageRecord) => needOf(contracts, proposal?.switchboard) === "attestations"

  async function perform(records: readonly MessageRecord[]): Promise<void> {
    const refused = await attest(
      records.filter((record) => needsAttestation(record) && !record.attestedBy.has(account.address)),
    )
    const toAttest = records.flatMap(({ outbound: { messageId } }) => {
      const record = ledger.get(messageId)
      if (record?.status !== "PROPOSED") return []
      const waitsForOthers = needsAttestation(record) && record.attestedBy.size < watchers && !refused.has(messageId)
      return waitsForOthers ? [] : [record]
    })
    const state = stateOf(chain)
    const allowed = await readAllowed({ chain, contracts }, toAttest)
    const forbidden = toAttest.filter((record) => needsAttestation(record) && !allowed.has(record))
    const attested = new Set(await readAttested({ chain }, forbidden))
    for (const record of toAttest) {
      const isAttested = attested.has(record)
      const proposalCount = isAttested ? record.proposal?.proposalCount : allowed.get(record)?.proposalCount
      const revertData = refused.get(record.outbound.messageId)
      if (proposalCount !== undefined) {
        const allowedIn = needsAttestation(record) && !isAttested ? state : undefined
        ledger.note(record, { stage: "attested", proposalCount, attempts: 0, allowedIn })
      } else if (revertData !== undefined) held.hold(record, "REFUSED", { revertData })
      else holdForbidden({ contracts, held }, record)
    }
  }

  /** Returns the messages whose attestation was refused, with the revert data. */
  async function attest(records: readonly MessageRecord[]): Promise<ReadonlyMap<Hex, Hex>> {
    const attested = records.flatMap(({ outbound: { messageId, packetId }, proposal }) =>
      proposal === undefined ? [] : [{ messageId, packetId, proposal }],
    )
    if (attested.length === 0) return new Map()
    const dstChainSlug = chain.slug
    const calls = await Promise.all(
      attested.map(async ({ packetId, proposal }) => {
        const call = await signedBy(account, attestCall({ ...proposal, dstChainSlug, packetId }))
        return { to: call.address, data: encodeCall(call), gas: gasPerAttestation }
      }),
    )
    const { logs, blockHash } = await sender.send(batchTransaction(contracts.batcher, calls))
    const isKnown = attested.every(({ messageId }) => ledger.get(messageId)?.attestedBy.has(account.address))
    if (!isKnown) await observer.sync(blockHash)
    const refused = [...readReverted(logs, contracts.batcher)]
    return new Map(refused.map(([index, revertData]) => [attested[index]?.messageId ?? "0x", revertData]))
  }

  return { stage: "attest", chainSlug: chain.slug, account: account.address, perform }
}

/** With a third to spare. */
export const gasPerAttestation = 120_000n
