import type { Hex } from "viem"
import { decodeFunctionResult, numberToHex } from "viem/utils"

import { batcherArtifact } from "../../artifacts/operators.js"
import { fastSwitchboardArtifact } from "../../artifacts/switchboards.js"
import type { LocalChain } from "../../chain/chains.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { maxTransactionGas } from "../../chain/hardfork.js"
import type { Proposal } from "../facts.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"

const { abi } = batcherArtifact

/** Switchboards that one call asks, each with the gas that the batcher gives it. */
const maxQueries = 50

/** Asks each plug's switchboard for the next block's time. A message without an allowed proposal is missing in the result. */
export async function readAllowed(
  { chain, contracts }: Pick<MessagingWorkerContext, "chain" | "contracts">,
  records: readonly MessageRecord[],
): Promise<ReadonlyMap<MessageRecord, Proposal>> {
  const queries = records.flatMap((record) => record.proposals.map((proposal) => ({ record, proposal })))
  const allowed = new Map<MessageRecord, Proposal>()
  for (let start = 0; start < queries.length; start += maxQueries) {
    const batch = queries.slice(start, start + maxQueries)
    const args = [
      batch.map(({ record, proposal: { switchboard, proposalCount, root } }) => ({
        switchboard,
        packetId: record.outbound.packetId,
        proposalCount,
        root,
      })),
    ] as const
    const call = {
      to: contracts.batcher,
      data: encodeCall({ abi, functionName: "areAllowed", args }),
      gas: numberToHex(maxTransactionGas),
    }
    // In a pending block, because a switchboard can allow a packet by time alone.
    const data = (await chain.provider.request({ method: "eth_call", params: [call, "pending"] })) as Hex
    const answers = decodeFunctionResult({ abi, functionName: "areAllowed", data })
    for (const [index, { record, proposal }] of batch.entries()) {
      if (answers[index] === true && !allowed.has(record)) allowed.set(record, proposal)
    }
  }
  return allowed
}

/** Returns the messages whose root all watchers of their fast switchboard have attested, whether it allows the packet or not. */
export async function readAttested(
  { chain }: Pick<MessagingWorkerContext, "chain">,
  records: readonly MessageRecord[],
): Promise<readonly MessageRecord[]> {
  const { abi } = fastSwitchboardArtifact
  const answers = await Promise.all(
    records.map(async ({ proposal }) => {
      if (proposal === undefined) return false
      const data = encodeCall({ abi, functionName: "isRootValid", args: [proposal.root] })
      const call = { to: proposal.switchboard, data }
      return BigInt((await chain.provider.request({ method: "eth_call", params: [call, "latest"] })) as Hex) === 1n
    }),
  )
  return records.filter((_, index) => answers[index])
}

/** Names the state of a chain, whose answers stay the same until it mines a block or is set back. */
export function stateOf(chain: Pick<LocalChain, "announced" | "setBacks">): string {
  return `${chain.announced()?.hash ?? ""} ${chain.setBacks()}`
}
