import type { ChainDescriptorUserConfig, HardhatUserConfig } from "hardhat/types/config"
import type { ConfigHooks } from "hardhat/types/hooks"

import { gatewayChain } from "../../devnet/defaults.js"
import { devnetHardfork } from "../../devnet/chain/hardfork.js"
import { devnetRpcUrl, resolveDevnet } from "../config/defaults.js"
import { resolvePlugs } from "../config/resolvePlugs.js"
import { validatePlugs } from "../config/validatePlugs.js"

const createHandlers = (): Promise<Partial<ConfigHooks>> =>
  Promise.resolve({
    extendUserConfig: async (config, next) => addDevnetNetworks(await next(config)),
    validateUserConfig: (config) => Promise.resolve(config.plugs === undefined ? [] : validatePlugs(config)),
    resolveUserConfig: async (config, resolveVariable, next) => ({
      ...(await next(config, resolveVariable)),
      plugs: resolvePlugs(config.plugs, resolveVariable),
    }),
  })

export default createHandlers

/** The devnet's chains are networks, which can be forked, without being written down; what the user says of one stands. */
function addDevnetNetworks(config: HardhatUserConfig): HardhatUserConfig {
  // A block that is wrong is reported later; until then nothing is known of the devnet.
  if (config.plugs !== undefined && validatePlugs(config).some(({ path }) => path[1] === "devnet")) return config
  const { port, chains: targets } = resolveDevnet(config.plugs?.devnet)
  // No message goes to the gateway chain, so it is a network and no entry of `plugs.chains`.
  const chains = [...targets, gatewayChain]
  const added = chains.map(({ name, chainId }) => [
    name,
    { type: "http" as const, url: devnetRpcUrl(port, name), chainId, accounts: "remote" as const },
  ])
  return {
    ...config,
    networks: { ...(Object.fromEntries(added) as typeof config.networks), ...config.networks },
    chainDescriptors: { ...Object.fromEntries(chains.map(describeForForks)), ...config.chainDescriptors },
  }
}

/** A fork executes on blocks of the chain it was forked from, and must be told by which rules those were made. */
function describeForForks({ chainId, name }: { chainId: number; name: string }): [number, ChainDescriptorUserConfig] {
  return [chainId, { name, hardforkHistory: { [devnetHardfork]: { blockNumber: 0 } } }]
}
