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
import { isLoopback } from "../../primitives/urls/isLoopback.js"
import {
  devnetChains,
  devnetGatewayContracts,
  devnetGatewayUrl,
  devnetMessagingUrl,
  devnetSwapUrl,
  resolveDevnet,
} from "./defaults.js"

/**
 * Resolves the `plugs` block. API keys stay unread until a client needs them.
 *
 * @param resolveVariable Hardhat's resolver, which reads configuration variables on use
 */
export function resolvePlugs(
  plugs: PlugsUserConfig | undefined,
  resolveVariable: ConfigurationVariableResolver,
): PlugsConfig {
  const devnet = resolveDevnet(plugs?.devnet)
  return {
    messaging: {
      baseUrl: plugs?.messaging?.baseUrl ?? devnetMessagingUrl(devnet.port),
      // Any other base URL has a key of its own: validation requires one.
      apiKey: resolveVariable(plugs?.messaging?.apiKey ?? defaultApiKey),
    },
    gateway: resolveGateway(plugs?.gateway, devnetGatewayUrl(devnet.port)),
    swap: resolveSwap(plugs?.swap, devnetSwapUrl(devnet.port), resolveVariable),
    chains: resolveChains(plugs?.chains ?? {}, devnetChains(devnet)),
    contracts: plugs?.contracts ?? {},
    devnet,
  }
}

/** The devnet's contracts are a default only for the devnet's own gateway. */
function resolveGateway(own: PlugsUserConfig["gateway"] = {}, devnetUrl: string): GatewayConfig {
  const { baseUrl = devnetUrl, contracts } = own
  return { baseUrl, contracts: contracts ?? (baseUrl === devnetUrl ? devnetGatewayContracts : undefined) }
}

/** The devnet's key and affiliate are defaults only for an API on this machine. */
function resolveSwap(
  own: PlugsUserConfig["swap"] = {},
  devnetUrl: string,
  resolveVariable: ConfigurationVariableResolver,
): SwapConfig {
  const { baseUrl = devnetUrl, tokens = {}, chains = {} } = own
  const isLocal = isLoopback(baseUrl)
  const { apiKey = isLocal ? defaultApiKey : null, affiliate = isLocal ? defaultAffiliate : undefined } = own
  return { baseUrl, apiKey: apiKey === null ? undefined : resolveVariable(apiKey), affiliate, tokens, chains }
}

/** Adds the devnet's chains, except those whose name or slug the user has given to another chain. */
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
