import type { LocalChain } from "../../chain/chains.js"
import type { Observer } from "../../chain/followLogs.js"
import type { GatewayContracts, ServedContracts } from "../deploy.js"

/** What an actor works with on the gateway chain. */
export type GatewayWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: Pick<GatewayContracts, "watcher" | "feesManager" | "actorBatcher">
  /** From `observeGatewayChain`. */
  readonly observer: Observer
}

/** What an actor works with on a chain that app gateways deploy to. */
export type ServedWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: Pick<ServedContracts, "gatewaySocket" | "actorBatcher">
  /** From `observeServedChain`. */
  readonly observer: Observer
}
