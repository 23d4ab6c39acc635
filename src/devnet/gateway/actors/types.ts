import type { Clock } from "../../../primitives/clock.js"
import type { LocalChain } from "../../chain/chains.js"
import type { Observer } from "../../chain/followLogs.js"
import type { CostlyTurns } from "../../relay/costlyCalls.js"
import type { RetryPolicy } from "../../relay/Protocol.js"
import type { GatewayContracts, ServedContracts } from "../deploy.js"
import type { GatewayLedger } from "../ledger/ledger.js"

type Context<Contracts> = {
  readonly chain: LocalChain
  readonly contracts: Contracts
  readonly ledger: GatewayLedger
  readonly observer: Observer
  readonly clock: Clock
  readonly retries: RetryPolicy
}

/** What an actor works with on the gateway chain. Its observer is that of `observeGatewayChain`. */
export type GatewayWorkerContext = Context<GatewayContracts> & {
  /** Shared by all actors there, so that what app gateways burn together starves no other actor. */
  readonly turns: CostlyTurns
}

/** What an actor works with on a chain that app gateways deploy to. Its observer is that of `observeServedChain`. */
export type ServedWorkerContext = Context<ServedContracts>
