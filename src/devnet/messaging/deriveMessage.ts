import type { Address } from "viem"

import { connectionKey, type MessageIndex, type Outbound, type Proposal, siblingOf, tripKey } from "./facts.js"
import type { ExecutionNote, MessageRecord } from "./MessageRecord.js"
import { type MessageFacts, statusOf } from "#src/messaging/facts/statusOf.js"
import type { MessageStatus } from "#src/messaging/states.js"

/** What follows from the facts of both chains and a note. */
export type DerivedMessage = Omit<MessageRecord, "since" | "hold">

/** Counts only proposals that can be executed: untripped, with the message's own root, for the plug's switchboard. */
export function deriveMessage(
  outbound: Outbound,
  {
    source,
    destination,
    note: lastNote,
  }: { source: MessageIndex; destination: MessageIndex; note: ExecutionNote | undefined },
): DerivedMessage {
  const { messageId, packetId, packedMessage, srcChainSlug, dstPlug } = outbound
  const connection = destination.connections.get(connectionKey(dstPlug, srcChainSlug))
  const own = (destination.proposals.get(packetId) ?? []).filter(({ root }) => root === packedMessage)
  const executable = own.filter(
    ({ switchboard, proposalCount }) =>
      switchboard === connection?.inboundSwitchboard &&
      !destination.tripped.has(tripKey({ packetId, proposalCount, switchboard })),
  )
  const execution = destination.executed.get(messageId)
  const isItsExecution = execution?.root === packedMessage
  const isFinished = isItsExecution || lastNote?.stage === "failed"
  const usedCount = isItsExecution ? execution.proposalCount : lastNote?.proposalCount
  const used = (isFinished ? own : executable).find(({ proposalCount }) => proposalCount === usedCount)
  const known = {
    outbound,
    isSealed: source.sealed.has(packetId),
    connection: isFinished ? undefined : connection,
    sibling: isFinished ? undefined : siblingOf(source, outbound),
    proposedFor: isFinished ? noSwitchboards : own.map(({ switchboard }) => switchboard),
    proposals: isFinished ? noProposals : executable,
    proposal: used ?? executable[0],
    attestedBy: destination.attested.get(packedMessage) ?? noWatchers,
    // What was known of a proposal that may no longer be executed is worth nothing.
    note: used === undefined ? undefined : lastNote,
    executionTx: isItsExecution ? execution.txHash : undefined,
    idUsedIn: isItsExecution ? undefined : execution?.txHash,
  }
  return { ...known, status: statusOfRecord(known) }
}

/** What the chains show, and what only the actors know beyond it: the API has verified a packet only when they say so. */
function statusOfRecord({
  executionTx,
  idUsedIn,
  note,
  proposal,
  isSealed,
}: Omit<DerivedMessage, "status">): MessageStatus {
  const isExecuted = executionTx !== undefined
  const stage = proposal === undefined || isExecuted ? undefined : note?.stage
  const proposals: MessageFacts["proposals"] =
    proposal === undefined
      ? []
      : [{ isTripped: false, isRootValid: stage !== undefined, isAllowed: stage === "verified" }]
  const shown = statusOf({ isSealed, proposals, isExecuted })
  if (stage === undefined) return shown
  if (idUsedIn !== undefined) return "EXECUTION_FAILURE"
  return stage === "attested" || stage === "verified" ? shown : executing[stage]
}

const noProposals: readonly Proposal[] = []
const noSwitchboards: readonly Address[] = []
const noWatchers: ReadonlySet<Address> = new Set()

const executing = {
  executing: "EXECUTING",
  reverting: "INBOUND_REVERTING",
  failed: "EXECUTION_FAILURE",
} as const satisfies Partial<Record<ExecutionNote["stage"], MessageStatus>>
