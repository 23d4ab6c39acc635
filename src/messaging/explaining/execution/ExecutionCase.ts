import { isAddressEqual } from "viem/utils"

import type { Evidence } from "../../../explaining/Explanation.js"
import { type InboundCall, inboundCall } from "../../onchain/delivery/inboundCall.js"
import type { Arrival, Proposal } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import type { MessageCause, MessageCase } from "../types.js"

/** A message whose packet has come through, so that its execution comes next. */
export type ExecutionCase = MessageCase & {
  readonly arrival: Arrival
  /** The proposal that it can be executed with. */
  readonly proposal: Proposal
  readonly call: InboundCall
}

/**
 * Returns the case of a message whose execution comes next; `undefined` for any other. What comes before it can change what a simulation
 * shows, so that nothing is simulated until then.
 */
export function executionCase(subject: MessageCase): ExecutionCase | undefined {
  const { arrival, message } = subject.journey
  if ("problem" in arrival || arrival.executed !== false || !arrival.hasCode) return undefined
  // The socket hashes the message with the sibling that the plug has now, so that the message of another one is not executed.
  if (!isAddressEqual(arrival.config.siblingPlug, message.srcPlug)) return undefined
  const proposal = arrival.proposals.find(
    ({ isForPlug, isRootOfMessage, isAllowed }) => isForPlug && isRootOfMessage && isAllowed === true,
  )
  return proposal && { ...subject, arrival, proposal, call: inboundCall(arrival.chain.socket, message) }
}

/** The block in which the destination chain was read, or on whose state a call was simulated. */
export function evidenceOf({ chain, head }: Arrival, says: string, kind: "read" | "simulation" = "read"): Evidence {
  const source = blockSource(chain, head.number)
  return { source: kind === "read" ? source : `simulation on ${source}`, says }
}

/** A cause of this message that was read or simulated, and stops the message by itself. */
export function certainly({ journey }: MessageCase, cause: Omit<MessageCause, "certainty" | "about">): MessageCause {
  return { ...cause, certainty: "certain", about: journey.message.messageId }
}
