import type { LocalChain } from "../../chains.js"
import type { Observer } from "../../followLogs.js"
import type { GatewayContracts, ServedContracts } from "../../gateway/deploy.js"

/** What an actor works with on the gateway chain. */
export type GatewayDesk = {
  readonly chain: LocalChain
  readonly contracts: Pick<GatewayContracts, "watcher" | "feesManager" | "actorBatcher">
  /** From `observeGatewayChain`. */
  readonly observer: Observer
}

/** What an actor works with on a chain that app gateways deploy to. */
export type ServedDesk = {
  readonly chain: LocalChain
  readonly contracts: Pick<ServedContracts, "gatewaySocket" | "actorBatcher">
  /** From `observeServedChain`. */
  readonly observer: Observer
}
