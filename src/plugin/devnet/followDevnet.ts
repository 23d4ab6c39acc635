import type { Abi } from "viem"

import type { Devnet, MessageRecord } from "../../devnet/index.js"
import { decodeRevert } from "../../messaging/index.js"
import type { MessageReport } from "../../terminal/reportDevnet.js"

/**
 * Reports every change of every message, in order, with reverts decoded.
 *
 * @param readErrorAbis asked anew at each revert, because contracts are rebuilt while a devnet runs
 * @returns what is still to be reported, to be awaited before the end is
 */
export function followDevnet(
  devnet: Devnet,
  { readErrorAbis, report }: { readErrorAbis: () => Promise<Abi[]>; report: (message: MessageReport) => void },
): { settled(): Promise<void> } {
  let reported: Promise<void> = Promise.resolve()
  devnet.onMessage((record) => {
    reported = reported.then(async () => {
      report(await describeMessage(record, readErrorAbis))
    })
  })
  return { settled: () => reported }
}

async function describeMessage(
  { outbound, status, since, executionTx, note }: MessageRecord,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<MessageReport> {
  const { messageId, srcChainSlug, srcPlug, dstChainSlug, dstPlug, transactionHash } = outbound
  const message = {
    messageId,
    status,
    at: since,
    srcChainSlug,
    srcPlug,
    dstChainSlug,
    destPlug: dstPlug,
    outboundTx: transactionHash,
    executionTxHash: executionTx ?? null,
  }
  if (note === undefined || !("revertData" in note)) return message
  const { attempts, revertData } = note
  const reason = decodeRevert(revertData, await readErrorAbis())?.reason ?? "it gave no reason"
  return { ...message, revert: { attempts, reason } }
}
