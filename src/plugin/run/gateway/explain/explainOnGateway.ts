import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { Explanation } from "../../../../explaining/Explanation.js"
import { explainTransaction } from "../../../../gateway/explaining/explainTransaction.js"
import type { GatewayCauseName } from "../../../../gateway/explaining/gatewayCauses.js"
import type { Clock } from "../../../../primitives/clock.js"
import { openGateway } from "../../../connection/openClients.js"
import { readCallAbis } from "../../readCallAbis.js"
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
