import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { GatewayChains } from "./openGatewayChains.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { GatewayCauseName } from "#src/gateway/explaining/gatewayCauses.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openKnownContracts } from "#src/plugin/connection/openKnownContracts.js"
import { readCallAbis } from "#src/plugin/contracts/readAbis.js"
import type { Clock } from "#src/primitives/clock.js"

/** Explains a transaction, payload, timeout or trigger with the chains, the API and the artifacts of a project. */
export async function explainOnGateway(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  id: Hex,
  { chains, clock, signal }: { chains: GatewayChains; clock: Clock; signal: AbortSignal },
): Promise<Explanation<GatewayCauseName>> {
  // After the first requests: this reads all that chains can say, with viem.
  const { explainTransaction } = await import("#src/gateway/explaining/explainTransaction.js")
  const [api, abis] = await Promise.all([openGateway(hre.config.plugs, { clock }), readCallAbis(hre.artifacts)])
  const { gateway, slugs } = chains
  const chainOf = (slug: number) => chains.chainOf(slug)
  const isKnown = await openKnownContracts(hre, async (slug) =>
    slug === gateway.slug ? gateway.client : (await chainOf(slug))?.client,
  )
  return await explainTransaction({ id, gateway, slugs, chainOf, isKnown, api, abis, clock, signal })
}
