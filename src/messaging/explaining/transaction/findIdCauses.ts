import type { Hex, TransactionReceipt } from "viem"

import { blockSource } from "../../../explaining/evidence.js"
import { explainMessageCommand } from "../../../primitives/commands/explainCommands.js"
import { readOutboundMessages } from "../../onchain/events.js"
import { findSentMessage } from "../../reading/findSentMessage.js"
import type { Findings, MessageCause } from "../types.js"
import { reorged } from "./reorged.js"
import type { KnownTransactionCase, TransactionCase } from "./types.js"

/** Finds why no transaction of the chain sent the message of an id. */
export function findUnsentCauses({ src, messageId, search, remembered }: TransactionCase): Findings {
  if (messageId === undefined || search === undefined || search.kind === "found") return { causes: [] }
  const evidence = [{ source: blockSource(src, search.blockNumber), says: search.says }]
  if (remembered?.messageIds.includes(messageId) === true && search.kind === "never sent") {
    return { causes: [reorged({ src, remembered, isCertain: true, evidence })] }
  }
  return {
    causes: [
      {
        name: "message-not-found",
        certainty: search.kind === "never sent" ? "certain" : "likely",
        says: `No transaction was found on ${src.name} that sent the message ${messageId}.`,
        evidence,
        mend: { who: "you, with the hash of the transaction that sent it", command: null },
        about: null,
      },
    ],
  }
}

/**
 * Finds why a mined transaction did not send the message that was asked for.
 *
 * @returns `undefined` if it sent no message at all, which has causes of its own
 */
export async function findIdCauses(
  { src, srcTxHash, messageId, api, remembered }: KnownTransactionCase & { readonly messageId: Hex },
  receipt: TransactionReceipt,
): Promise<Findings | undefined> {
  const sent = readOutboundMessages(receipt, { socket: src.socket }).map((message) => message.messageId)
  if (sent.length === 0 || sent.includes(messageId)) return undefined
  const source = blockSource(src, receipt.blockNumber)
  const evidence = [{ source, says: `${srcTxHash} sent ${sent.join(", ")}.` }]
  const reportedByApi = api?.kind === "messages" && api.messages.some((message) => message.messageId === messageId)
  if (remembered?.messageIds.includes(messageId) === true || reportedByApi) {
    const cause = reorged({ src, remembered, isCertain: true, evidence })
    const command = explainMessageCommand(srcTxHash, { from: src.name })
    return { causes: [{ ...cause, mend: { who: "you, by following what it sent instead", command } }] }
  }
  const search = await findSentMessage(src, { messageId }).catch(() => undefined)
  const isElsewhere = search?.kind === "found"
  const cause: MessageCause = {
    name: "message-of-another-transaction",
    certainty: "certain",
    says: `The transaction sent ${sent.length === 1 ? "one message" : `${String(sent.length)} messages`} on ${src.name}, and not ${messageId}.`,
    evidence: isElsewhere
      ? [...evidence, { source: blockSource(src, search.blockNumber), says: `${search.srcTxHash} sent it.` }]
      : evidence,
    mend: {
      who: isElsewhere ? "you, by naming the transaction that sent it" : "you, by leaving out the message id",
      command: isElsewhere
        ? explainMessageCommand(search.srcTxHash, { from: src.name, messageId })
        : explainMessageCommand(srcTxHash, { from: src.name }),
    },
    about: null,
  }
  return { causes: [cause] }
}
