import type { LocalChain } from "../chain/chains.js"
import { deployGateway, deployServed, type GatewayContracts, type ServedContracts, servedContracts } from "./deploy.js"
import { createGatewayLedger, type GatewayLedger } from "./ledger/ledger.js"
import { observeGatewayChain } from "./observeGatewayChain.js"
import { observeServedChain } from "./observeServedChain.js"
import { startGatewayWorkers, gatewayQueues } from "./actors/startWorkers.js"
import type { GatewayWorkerContext, ServedWorkerContext } from "./actors/WorkerContext.js"
import type { System, SystemContext } from "../System.js"

/** The gateway on a chain of its own and on those that it serves, and what is known of what it was asked for. */
export type Gateway = System & {
  readonly chain: LocalChain
  readonly contracts: GatewayContracts
  /** The same on every chain that it serves. */
  readonly servedContracts: ServedContracts
  readonly ledger: GatewayLedger
}

/** Puts the gateway on its chain, and on chains that have the messaging protocol, and follows them. */
export async function openGateway(
  chain: LocalChain,
  served: readonly LocalChain[],
  { staff, clock, retries, cleanup, report }: SystemContext,
): Promise<Gateway> {
  const ledger = createGatewayLedger({ clock, slug: chain.slug })
  const opening = async (): Promise<GatewayWorkerContext & { contracts: GatewayContracts }> => {
    const contracts = await deployGateway(chain, served, staff)
    const observer = await observeGatewayChain(chain, contracts, ledger, report)
    cleanup.defer(() => observer.stop())
    return { chain, contracts, observer }
  }
  const openingOn = async (target: LocalChain): Promise<ServedWorkerContext> => {
    const contracts = await deployServed(target, staff)
    const observer = await observeServedChain(target, contracts, ledger, report)
    cleanup.defer(() => observer.stop())
    return { chain: target, contracts, observer }
  }
  const [desk, servedDesks] = await Promise.all([opening(), Promise.all(served.map(openingOn))])
  return {
    chain,
    contracts: desk.contracts,
    servedContracts: servedContracts(staff.deployer.address),
    ledger,
    books: gatewayQueues(ledger),
    hireCrew: (signal) =>
      startGatewayWorkers({ ledger, gateway: desk, served: servedDesks, staff, clock, retries, report, signal }),
  }
}
