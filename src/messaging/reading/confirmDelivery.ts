import { BaseError, type Client } from "viem"
import { readContract } from "viem/actions"

import { socketAbi } from "../onchain/abi.js"
import type { OutboundMessage } from "../onchain/events.js"
import type { ReadableChain } from "./Journey.js"
import { SourcesDisagreeError } from "./SourcesDisagreeError.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** The destination. Default of its name: its slug. */
export type MessageChain = Pick<ReadableChain, "client" | "socket" | "otherNodes"> & {
  readonly name?: string | undefined
}

/** Milliseconds that a node has to agree. */
const patience = 5_000

/**
 * Asks the nodes of the destination whether a message was executed, before it counts as delivered: if the chain has several, two must agree.
 * If it has one and it does not answer, what the API says is believed.
 *
 * @param options.saidBy who says that it was delivered: the API, or the chain's first node, which then is not asked again
 * @throws {SourcesDisagreeError} a node says that it was not
 * @throws {NodeFailedError} too few nodes answer
 * @throws errors of this package with which a client refuses its node, such as one of another chain
 */
export async function confirmDelivery(
  { messageId, dstChainSlug }: Pick<OutboundMessage, "messageId" | "dstChainSlug">,
  { client, socket, name = `chain ${dstChainSlug}`, otherNodes = [] }: MessageChain,
  { saidBy, clock }: { readonly saidBy: "api" | "node"; readonly clock: Clock },
): Promise<undefined> {
  const ask = async (node: Client, index: number) => {
    const source = index === 0 ? `the node of ${name}` : `node ${index + 1} of ${name}`
    const call = { abi: socketAbi, address: socket, functionName: "messageExecuted", args: [messageId] } as const
    try {
      if (index === 0 && saidBy === "node") return { source, says: true }
      const result = await withTimeLimit(patience, () => readContract(node, call), { clock })
      if (result.kind === "done") return { source, says: result.value }
      return { source, reason: "it does not answer in time" }
    } catch (error) {
      const refused = error instanceof BaseError ? error.walk(isPlugsError) : null
      if (refused !== null) throw refused
      return { source, reason: nodeReason(error) }
    }
  }
  const answers = await Promise.all([client, ...otherNodes].map(ask))
  const denying = answers.find(({ says }) => says === false)
  if (denying !== undefined) {
    const delivered = saidBy === "api" ? "the messaging API" : `the node of ${name}`
    throw new SourcesDisagreeError({ messageId, delivered, notDelivered: denying.source })
  }
  const silent = answers.findIndex(({ says }) => says === undefined)
  if (otherNodes.length === 0 || answers.filter(({ says }) => says === true).length >= 2) return
  const chain = silent === 0 ? name : `${name}, number ${silent + 1},`
  throw new NodeFailedError({ address: socket, functionName: "messageExecuted", chain }, answers[silent]?.reason ?? "")
}
