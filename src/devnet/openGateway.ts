import type { LocalChain } from "./chains.js"
import {
  deployGateway,
  deployServed,
  type GatewayContracts,
  type ServedContracts,
  servedContracts,
} from "./gateway/deploy.js"
import { createGatewayLedger, type GatewayLedger } from "./gateway/ledger.js"
import { observeGatewayChain } from "./gateway/observeGatewayChain.js"
import { observeServedChain } from "./gateway/observeServedChain.js"
import type { System, SystemContext } from "./System.js"

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
  { staff, clock, cleanup, report }: SystemContext,
): Promise<Gateway> {
  const ledger = createGatewayLedger({ clock, slug: chain.slug })
  const follow = async (following: ReturnType<typeof observeServedChain>) => {
    const observer = await following
    cleanup.defer(() => observer.stop())
    return observer
  }
  const [{ contracts }] = await Promise.all([
    deployGateway(chain, served, staff).then(async (contracts) => ({
      contracts,
      observer: await follow(observeGatewayChain(chain, contracts, ledger, report)),
    })),
    ...served.map(async (target) =>
      follow(observeServedChain(target, await deployServed(target, staff), ledger, report)),
    ),
  ])
  return {
    chain,
    contracts,
    servedContracts: servedContracts(staff.deployer.address),
    ledger,
    books: [],
    hireCrew: () => ({ workers: [], settled: () => Promise.resolve() }),
  }
}
