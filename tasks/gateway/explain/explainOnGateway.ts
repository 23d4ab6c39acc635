import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { Explanation } from "../../../src/explaining/Explanation.js"
import { explainTransaction } from "../../../src/gateway/explaining/explainTransaction.js"
import type { GatewayCauseName } from "../../../src/gateway/explaining/gatewayCauses.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { openGateway } from "../../../src/plugin/connection/openClients.js"
import { readCallAbis } from "../../../src/plugin/contracts/readCallAbis.js"
import type { GatewayChains } from "./openGatewayChains.js"

/** Explains a transaction, payload, timeout or trigger with the chains, the API and the artifacts of a project. */
export async function explainOnGateway(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  id: Hex,
  { chains, clock, signal }: { chains: GatewayChains; clock: Clock; signal: AbortSignal },
): Promise<Explanation<GatewayCauseName>> {
  const [api, abis] = await Promise.all([openGateway(hre.config.plugs, { clock }), readCallAbis(hre.artifacts)])
  const { gateway, slugs } = chains
  return await explainTransaction({
    id,
    gateway,
    slugs,
    chainOf: (slug) => chains.chainOf(slug),
    api,
    abis,
    clock,
    signal,
  })
}
