import type { Address, Client, Hex } from "viem"

import { withTimeLimit } from "../../http/attempt/withTimeLimit.js"
import { countMalformed } from "../wire/malformedMessages.js"
import { getKnownMessages } from "./getKnownMessages.js"
import type { MessageSource } from "./messageSource.js"
import { receivedMessage } from "./receivedMessage.js"
import { NothingToFollowError } from "./trackingErrors.js"

/** The chain of a transaction, where it can be read. */
export type WithReceiptOptions = {
  /** Opens the chain that the messages leave. `undefined` if it cannot be read. It is called once, and may take its time. */
  readonly openChain: () => Promise<{ readonly client: Client; readonly socket: Address } | undefined>
  /** Called after each answer with whether the source does not know the transaction. */
  readonly onUnknown?: ((isUnknown: boolean) => void) | undefined
}

/** A node that answers later than this is asked again with the next request to the source, in milliseconds. */
const patience = 2_000

/**
 * Reads messages from the receipt of their transaction while the source does not know it: each is RECEIVED. A transaction that was mined
 * and sent nothing ends the watch at once. A node that does not answer ends nothing: the source is asked on.
 *
 * @example
 * const source = withReceipt(client, { openChain: async () => ({ client: publicClient, socket }) })
 * for await (const { state } of watchMessages(source, { srcChainSlug: 41001, srcTxHash })) console.log(state)
 */
export function withReceipt(source: MessageSource, { openChain, onUnknown }: WithReceiptOptions): MessageSource {
  let chain: ReturnType<typeof openChain> | undefined
  const readSent = async (hash: Hex) => {
    const opened = await (chain ??= openChain())
    if (opened === undefined) return undefined
    // Most sources know the transaction at once, and nobody waits for what reads chains.
    const { readSentMessages } = await import("../onchain/delivery/readSentMessages.js")
    // Whatever the node answers but a receipt, the transaction may be mined later.
    return await readSentMessages(opened, hash).catch(() => undefined)
  }
  return {
    ...source,
    async getMessages(parameters) {
      const reported = await getKnownMessages(source, parameters)
      const isKnown = reported.length > 0 || countMalformed(reported) > 0
      onUnknown?.(!isKnown)
      if (isKnown) return reported
      const hash = parameters.srcTxHash
      const read = await withTimeLimit(patience, () => readSent(hash), {
        clock: source.clock,
        signal: parameters.signal,
      })
      const sent = read.kind === "done" ? read.value : undefined
      if (sent === undefined) return []
      if (sent.messages.length === 0) throw new NothingToFollowError(hash, { status: sent.status })
      return sent.messages.map((message) => receivedMessage(message, hash))
    },
  }
}
