import type { Address, Hex } from "viem"

import type { WorkerContext } from "../../relay/Protocol.js"
import type { AdoptConnections } from "../adoption.js"
import type { ProtocolContracts } from "../deploy.js"
import type { HoldMessages } from "../holdMessages.js"
import type { MessagingLedger } from "../ledger.js"
import type { MessageRecord } from "../MessageRecord.js"
import { needOf } from "../paths.js"

/**
 * Changes the gas that the executor gives to an execution.
 *
 * @param call the execution as the batcher makes it
 * @param gas what the executor would give
 */
export type ExecutionGas = (
  call: {
    readonly chainSlug: number
    readonly from: Address
    readonly to: Address
    readonly data: Hex
    readonly value: bigint
  },
  gas: bigint,
) => Promise<bigint>

export type MessagingWorkerContext = WorkerContext<ProtocolContracts, MessagingLedger> & {
  readonly held: HoldMessages
  /** On a fork. */
  readonly adoptConnections?: AdoptConnections | undefined
} & ExecutionParts

/** How the executor executes. */
export type ExecutionParts = {
  readonly executionGas?: ExecutionGas | undefined
  /** Whether each message has a transaction of its own, so that its gas does not depend on what came at the same time. Default: false. */
  readonly executesAlone?: boolean | undefined
}

/** Holds a message whose packet is not allowed by its destination plug's switchboard, and asks less often if that is a foreign one. */
export function holdForbidden(
  { contracts, held }: Pick<MessagingWorkerContext, "contracts" | "held">,
  record: MessageRecord,
): void {
  const need = needOf(contracts, record.proposal?.switchboard)
  // What time allows waits for it, each packet.
  const isExpected = need === "time" && record.status === "PROPOSED"
  held.hold(record, need === undefined ? "NOT_ALLOWED_BY_FOREIGN" : "NOT_ALLOWED", { isExpected })
}
