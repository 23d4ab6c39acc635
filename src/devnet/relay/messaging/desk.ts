import type { LocalChain } from "../../chains.js"
import type { ProtocolContracts } from "../../deploy.js"
import type { Ledger } from "../../ledger.js"
import type { Observer } from "../../followLogs.js"

/** What an actor works with on one chain. */
export type Desk = {
  readonly chain: LocalChain
  readonly contracts: ProtocolContracts
  readonly ledger: Ledger
  readonly observer: Observer
}
