import { resolve } from "node:path"

import type { ChainDescriptorUserConfig, HardhatUserConfig } from "hardhat/types/config"
import type { ConfigHooks, HardhatUserConfigValidationError } from "hardhat/types/hooks"

import { concernsDeployments, devnetRpcUrl, resolveDevnet, resolvePlugs } from "../config/resolvePlugs.js"
import { importFile } from "../importFile.js"
import { devnetHardfork } from "#src/devnet/chain/hardfork.js"
import { gatewayChain } from "#src/devnet/options.js"

const createHandlers = (): Promise<Partial<ConfigHooks>> =>
  Promise.resolve({
    extendUserConfig: async (config, next) => addDevnetNetworks(await next(config)),
    validateUserConfig: validateOwn,
    resolveUserConfig: async (config, resolveVariable, next) => {
      const resolved = await next(config, resolveVariable)
      const { networks, paths } = resolved
      const plugs = resolvePlugs(config.plugs, resolveVariable, (file) => resolve(paths.root, file))
      if (!concernsDeployments(plugs, networks)) return { ...resolved, plugs }
      const { identifyChains } = await importConfigFile<typeof import("../config/deployments.js")>("deployments")
      return { ...resolved, plugs: await identifyChains(plugs, networks) }
    },
  })

export default createHandlers

async function validateOwn(config: HardhatUserConfig): Promise<HardhatUserConfigValidationError[]> {
  const others = Object.keys(config).filter((key) => key !== "plugs" && misspelled.test(key))
  const problems = others.map((key) => ({ path: [key], message: "has no effect. Write plugs" }))
  if (config.plugs === undefined) return problems
  const { validateBlock } = await importConfigFile<typeof import("../config/validatePlugs.js")>("validatePlugs")
  return [...problems, ...(await validateBlock(config))]
}

/** Hardhat reads no key that it does not know. */
const misspelled = /^(?:plugs?|hardhat-?plugs?)$/i

/** Adds a network, which can also be forked, for each chain of the devnet. Networks of the user's own take precedence. */
async function addDevnetNetworks(config: HardhatUserConfig): Promise<HardhatUserConfig> {
  if (config.plugs?.devnet !== undefined) {
    // An invalid block is reported later, and its values cannot be used.
    const { validatePlugs } = await importConfigFile<typeof import("../config/validatePlugs.js")>("validatePlugs")
    if (validatePlugs(config).some(({ path }) => path[1] === "devnet")) return config
  }
  const { port, chains: targets, gateway } = resolveDevnet(config.plugs?.devnet)
  // The gateway chain is only a network, and not in `plugs.chains`, because messages cannot go there.
  const chains = [...targets, { ...gateway, name: gatewayChain.name }]
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

/** Describes a chain for forks of it: a fork must know the hardfork under which the chain's blocks were made. */
function describeForForks({ chainId, name }: { chainId: number; name: string }): [number, ChainDescriptorUserConfig] {
  return [chainId, { name, hardforkHistory: { [devnetHardfork]: { blockNumber: 0 } } }]
}

function importConfigFile<Module>(name: string): Promise<Module> {
  return importFile(`src/plugin/config/${name}.js`)
}
