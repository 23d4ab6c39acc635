import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { chainsOf } from "../../config/chainsOf.js"
import { gatewayDeploymentOf } from "../../config/deployments.js"
import { readCallAbis } from "../../contracts/readAbis.js"
import type { Chains } from "../chains/openChains.js"
import { forwarderContractsOf } from "../gatewayContracts.js"
import { openKnownContracts } from "../openKnownContracts.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { explainTransaction, type ExplainTransactionParameters, type GatewayCauseName } from "#src/gateway/index.js"
import { getGatewayContracts } from "#src/gateway/onchain/getGatewayContracts.js"
import type { ReachedChain } from "#src/gateway/reading/types.js"

/**
 * Explains a transaction, payload, timeout or trigger with the chains and the artifacts of a project.
 *
 * @throws {NodeUnreachableError} the gateway chain's node does not answer
 * @throws {InvalidInputError} the configuration does not say the gateway's contracts
 */
export async function explainOnGateway(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  chains: Pick<Chains, "gateway" | "openSlug">,
  parameters: Omit<ExplainTransactionParameters, "gateway" | "chainOf" | "slugs">,
): Promise<Explanation<GatewayCauseName>> {
  const { plugs } = hre.config
  const { client, entry } = await chains.gateway()
  const [deployment, { addressResolver }] = await Promise.all([
    gatewayDeploymentOf(plugs),
    forwarderContractsOf(plugs, () => Promise.resolve(client)),
  ])
  const { watcher, feesManager } = await getGatewayContracts(client, { addressResolver })
  const slug = deployment?.gateway.slug ?? entry.slug
  const chainOf = async (wanted: number): Promise<ReachedChain | undefined> => {
    const chain = await chains.openSlug(wanted).catch(() => undefined)
    if (chain === undefined || "problem" in chain) return undefined
    // That of app gateways is another one than that of messages.
    const socket = deployment?.chains.find((one) => one.slug === wanted)?.socket
    return { client: chain.client, slug: wanted, name: chain.entry.name, socket }
  }
  return await explainTransaction({
    abis: await readCallAbis(hre.artifacts),
    isKnown: await openKnownContracts(hre, async (on) => (on === slug ? client : (await chainOf(on))?.client)),
    ...parameters,
    gateway: { client, name: entry.name, slug, addressResolver, watcher, feesManager },
    slugs: chainsOf(plugs).map((chain) => chain.slug),
    chainOf,
  })
}
