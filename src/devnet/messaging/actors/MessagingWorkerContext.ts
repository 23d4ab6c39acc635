import type { Clock } from "../../../primitives/clock.js"
import type { LocalChain } from "../../chain/chains.js"
import type { Observer } from "../../chain/followLogs.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import type { ProtocolContracts } from "../deploy.js"
import type { HoldMessages } from "../holdMessages.js"
import type { MessagingLedger } from "../ledger.js"

/** What an actor works with on one chain. */
export type MessagingWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: ProtocolContracts
  readonly ledger: MessagingLedger
  /** From `observeMessaging`. */
  readonly observer: Observer
  readonly clock: Clock
  readonly retries: RetryPolicy
  readonly held: HoldMessages
}
