import type { CostlyTurns } from "../../relay/costlyCalls.js"
import type { WorkerContext } from "../../relay/Protocol.js"
import type { GatewayContracts, ServedContracts } from "../deploy.js"
import type { GatewayLedger } from "../ledger/ledger.js"

/** What an actor works with on the gateway chain. */
export type GatewayWorkerContext = WorkerContext<GatewayContracts, GatewayLedger> & {
  /** Shared by all actors there, so that what app gateways burn together starves no other actor. */
  readonly turns: CostlyTurns
}

/** What an actor works with on a chain that app gateways deploy to. */
export type ServedWorkerContext = WorkerContext<ServedContracts, GatewayLedger>
