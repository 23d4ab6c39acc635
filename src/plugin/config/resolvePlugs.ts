import type { ConfigurationVariableResolver } from "hardhat/types/config"

import type {
  ChainConfig,
  ChainUserConfig,
  GatewayConfig,
  PlugsConfig,
  PlugsUserConfig,
  SwapConfig,
} from "./PlugsConfig.js"
import { defaultAffiliate, defaultApiKey } from "../../devnet/defaults.js"
import { isLoopback } from "../../primitives/isLoopback.js"
import {
  devnetChains,
  devnetGatewayContracts,
  devnetGatewayUrl,
  devnetMessagingUrl,
  devnetSwapUrl,
  resolveDevnet,
} from "./defaults.js"

/**
 * Fills the `plugs` block with its defaults. The API key stays unread until a request needs it.
 *
 * @param resolveVariable Hardhat's own, which reads configuration variables late
 */
export function resolvePlugs(
  plugs: PlugsUserConfig | undefined,
  resolveVariable: ConfigurationVariableResolver,
): PlugsConfig {
  const devnet = resolveDevnet(plugs?.devnet)
  return {
    messaging: {
      baseUrl: plugs?.messaging?.baseUrl ?? devnetMessagingUrl(devnet.port),
      // A base URL elsewhere has its own key: the block would not have passed its checks without one.
      apiKey: resolveVariable(plugs?.messaging?.apiKey ?? defaultApiKey),
    },
    gateway: resolveGateway(plugs?.gateway, devnetGatewayUrl(devnet.port)),
    swap: resolveSwap(plugs?.swap, devnetSwapUrl(devnet.port), resolveVariable),
    chains: resolveChains(plugs?.chains ?? {}, devnetChains(devnet)),
    devnet,
  }
}

/** The devnet's contracts are those of its own gateway alone. */
function resolveGateway(own: PlugsUserConfig["gateway"] = {}, devnetUrl: string): GatewayConfig {
  const { baseUrl = devnetUrl, contracts } = own
  return { baseUrl, contracts: contracts ?? (baseUrl === devnetUrl ? devnetGatewayContracts : undefined) }
}

/** The devnet's affiliate would mean nothing to another API. */
function resolveSwap(
  own: PlugsUserConfig["swap"] = {},
  devnetUrl: string,
  resolveVariable: ConfigurationVariableResolver,
): SwapConfig {
  const { baseUrl = devnetUrl, apiKey = defaultApiKey, affiliate } = own
  const ofDevnet = isLoopback(baseUrl) ? defaultAffiliate : undefined
  return { baseUrl, apiKey: resolveVariable(apiKey), affiliate: affiliate ?? ofDevnet }
}

/** A chain of the devnet steps back where the user has given its name or its slug to another. */
function resolveChains(
  own: Readonly<Record<string, ChainUserConfig>>,
  devnet: Readonly<Record<string, ChainUserConfig>>,
): Record<string, ChainConfig> {
  const slugs = new Set(Object.values(own).map(({ slug }) => slug))
  const free = Object.entries(devnet).filter(([name, { slug }]) => !Object.hasOwn(own, name) && !slugs.has(slug))
  return Object.fromEntries(
    [...Object.entries(own), ...free].map(([name, { slug, network = name, socket }]) => [
      name,
      { slug, network, socket },
    ]),
  )
}
