import type { Address, Hex } from "viem"

import { decodeFunctionData, isAddressEqual } from "viem/utils"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { MessageRecord } from "../../devnet/messaging/MessageRecord.js"
import { type TracedCall, traceTransaction } from "../../onchain/simulation/traceTransaction.js"
import { socketAbi } from "../../messaging/onchain/abi.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Measurement } from "./Measurement.js"
import { messageKeys } from "./measurementKeys.js"
import { nameCall } from "./nameCall.js"

/** Measures messages: their fees, the gas of the transactions that sent them, and the gas that `inbound` used. */
export async function measureMessages(world: OpenWorld, records: readonly MessageRecord[]): Promise<Measurement[]> {
  const { messaging } = world
  const chains = new Map(messaging.contexts.map(({ chain }) => [chain.slug, chain]))
  const measured: Measurement[] = []
  const transactions = new Set<Hex>()
  for (const record of records) {
    const { outbound, executionTx } = record
    const { transactionHash: hash, srcPlug: sender, fees, minMsgGasLimit: gasLimit } = outbound
    const keys = messageKeys(record)
    const source = chains.get(outbound.srcChainSlug) as LocalChain
    const { isOwn, ...name } = await nameCall(world, source, { hash, sender, receiving: "inbound" })
    const wei = fees.transmissionFees + fees.executionFee + fees.switchboardFees
    measured.push({ ...name, kind: "fee", key: keys.fee, wei })
    if (isOwn && !transactions.has(hash)) {
      transactions.add(hash)
      const { gasUsed } = await source.publicClient.getTransactionReceipt({ hash })
      measured.push({ ...name, kind: "outbound", key: keys.outbound, gasUsed })
    }
    const destination = chains.get(outbound.dstChainSlug)
    if (executionTx === undefined || keys.inbound === undefined || destination === undefined) continue
    const gasUsed = await gasOfInbound(destination, {
      record: outbound,
      hash: executionTx,
      socket: messaging.contracts.socket,
    })
    if (gasUsed === undefined) continue
    measured.push({ ...name, kind: "inbound", key: keys.inbound, gasUsed, gasLimit })
  }
  return measured
}

/** Reads from the trace of an execution what the call of `inbound` used. One transaction can execute many messages. */
async function gasOfInbound(
  { publicClient }: LocalChain,
  { record: { messageId, dstPlug }, hash, socket }: { record: MessageRecord["outbound"]; hash: Hex; socket: Address },
): Promise<bigint | undefined> {
  const calls = (await traceTransaction(publicClient, { hash, to: socket })) ?? []
  const execution = calls.findIndex(({ frame, revertedIn }) => {
    return (
      revertedIn === undefined &&
      frame.to !== undefined &&
      isAddressEqual(frame.to, socket) &&
      executedBy(frame.input) === messageId
    )
  })
  if (execution < 0) return undefined
  const isInbound = ({ frame: { type, from, to } }: TracedCall): boolean =>
    type === "CALL" && isAddressEqual(from, socket) && to !== undefined && isAddressEqual(to, dstPlug)
  return calls.slice(execution + 1).find(isInbound)?.frame.gasUsed
}

/** The id of the message that a call of the socket executes; `undefined` if it is another call. */
function executedBy(input: Hex): Hex | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: input })
    return functionName === "execute" ? args[1].msgId : undefined
  } catch {
    return undefined
  }
}
