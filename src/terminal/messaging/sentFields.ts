import type { SendThroughPlugReturnType } from "../../messaging/onchain/sendThroughPlug.js"

/** What was sent, with the fields that it has in JSON: the APIs' own, `txHash` for a transaction and `outboundTx` for that of a message. */
export function sentFields({ hash, messages, ...sent }: SendThroughPlugReturnType): object {
  return {
    txHash: hash,
    ...sent,
    messages: messages.map(({ transactionHash, ...message }) => ({ ...message, outboundTx: transactionHash })),
  }
}
