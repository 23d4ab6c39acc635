import type { Address, Hex } from "viem"

import type { Connection, Outbound, Proposal } from "./facts.js"
import type { MessageStatus } from "#src/messaging/states.js"

/** What only the actors know of a message, because no chain logs it. It is about one proposal of the message's packet. */
export type ExecutionNote = { readonly proposalCount: bigint; readonly attempts: number } & (
  | {
      readonly stage: "attested"
      /** The state of the destination in which the switchboard allowed it; undefined if time alone can change the answer. */
      readonly allowedIn?: string | undefined
    }
  | { readonly stage: "verified" | "executing" }
  | {
      readonly stage: "reverting" | "failed"
      readonly revertData: Hex
      /** Clock time of the next attempt. */
      readonly retryAt: number
    }
)

/** A message that stays in its status for now. It is released by the next fact about it, or when its time has come. */
export type Hold = {
  /** How often in a row it was held. */
  readonly times: number
  /** Clock time at which it is tried again; infinite if only a fact can release it. */
  readonly retryAt: number
}

/** A message of the devnet, in its current state. */
export type MessageRecord = {
  readonly outbound: Outbound
  readonly status: MessageStatus
  readonly isSealed: boolean
  /** Clock time at which the status was reached. */
  readonly since: number
  /** The connection of the destination plug to the source chain; undefined if it has none, or once the message is finished. */
  readonly connection: Connection | undefined
  /** The sibling of the switchboard that the message was sent through; undefined if that named none, or once the message is finished. */
  readonly sibling: Address | undefined
  /** The switchboards that the message's own root was proposed for; empty once it is finished. */
  readonly proposedFor: readonly Address[]
  /** The proposals that the message may be executed with, oldest first; empty once it is finished. */
  readonly proposals: readonly Proposal[]
  /** The proposal that the message is or was executed with. */
  readonly proposal: Proposal | undefined
  /** The devnet's watchers that attested the message's root. */
  readonly attestedBy: ReadonlySet<Address>
  readonly note: ExecutionNote | undefined
  readonly hold: Hold | undefined
  readonly executionTx: Hex | undefined
  /** The transaction that executed another message with this id, before the source chain alone was set back: this one can't be. */
  readonly idUsedIn: Hex | undefined
}
