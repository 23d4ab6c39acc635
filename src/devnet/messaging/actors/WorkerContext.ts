import type { LocalChain } from "../../chain/chains.js"
import type { ProtocolContracts } from "../deploy.js"
import type { Ledger } from "../ledger.js"
import type { Observer } from "../../chain/followLogs.js"

/** What an actor works with on one chain. */
export type MessagingWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: ProtocolContracts
  readonly ledger: Ledger
  readonly observer: Observer
}
