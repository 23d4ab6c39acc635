import type { Client } from "viem"
import { readContract } from "viem/actions"

import { withTimeLimit } from "../../http/attempt/withTimeLimit.js"
import { NodeFailedError } from "../../onchain/callErrors.js"
import type { Clock } from "../../primitives/clock.js"
import { nodeReason } from "../../primitives/reverts/nodeReason.js"
import { socketAbi } from "../onchain/abi.js"
import type { OutboundMessage } from "../onchain/events.js"
import type { ReadableChain } from "./Journey.js"
import { SourcesDisagreeError } from "./SourcesDisagreeError.js"

/** The destination. Default of its name: its slug. */
export type ConfirmingChain = Pick<ReadableChain, "client" | "socket" | "otherNodes"> & {
  readonly name?: string | undefined
}

export type ConfirmDeliveryOptions = {
  /** Who says that the message was delivered: the API, or the chain's first node, which then is not asked again. */
  readonly saidBy: "api" | "node"
  readonly clock: Clock
}

/** Milliseconds that a node has to agree. */
const patience = 5_000

/**
 * Asks the nodes of the destination whether a message was executed, before it counts as delivered: if the chain has several, two must agree.
 * If it has one and it does not answer, what the API says is believed.
 *
 * @throws {SourcesDisagreeError} a node says that it was not
 * @throws {NodeFailedError} too few nodes answer
 */
export async function confirmDelivery(
  { messageId, dstChainSlug }: Pick<OutboundMessage, "messageId" | "dstChainSlug">,
  { client, socket, name = `chain ${dstChainSlug}`, otherNodes = [] }: ConfirmingChain,
  { saidBy, clock }: ConfirmDeliveryOptions,
): Promise<undefined> {
  const nodes = [client, ...otherNodes].map((node, index) => ({
    node,
    source: index === 0 ? `the node of ${name}` : `node ${index + 1} of ${name}`,
  }))
  const ask = async (node: Client): Promise<boolean> => {
    const call = { abi: socketAbi, address: socket, functionName: "messageExecuted", args: [messageId] } as const
    const result = await withTimeLimit(patience, () => readContract(node, call), { clock })
    if (result.kind === "done") return result.value
    throw new Error("it does not answer in time")
  }
  const asked = saidBy === "api" ? nodes : nodes.slice(1)
  const answers = await Promise.all(
    asked.map(async ({ node, source }) => ({ source, says: await ask(node).catch((error: unknown) => ({ error })) })),
  )
  const denying = answers.find(({ says }) => says === false)
  if (denying !== undefined) {
    const source = saidBy === "api" ? "the messaging API" : (nodes[0]?.source ?? name)
    throw new SourcesDisagreeError({ messageId, delivered: source, notDelivered: denying.source })
  }
  const agreeing = answers.filter(({ says }) => says === true).length + (saidBy === "node" ? 1 : 0)
  const silent = answers.find(({ says }) => typeof says === "object")
  if (otherNodes.length === 0 || agreeing >= 2 || typeof silent?.says !== "object") return
  const reason = `${silent.source} must say whether the message was delivered: ${nodeReason(silent.says.error)}`
  throw new NodeFailedError({ address: socket, functionName: "messageExecuted", chain: name }, reason)
}
