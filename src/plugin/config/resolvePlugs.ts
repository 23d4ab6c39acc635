import type { ConfigurationVariableResolver } from "hardhat/types/config"

import type {
  ChainConfig,
  ChainUserConfig,
  GatewayConfig,
  PlugsConfig,
  PlugsUserConfig,
  SwapConfig,
  UnidentifiedChain,
} from "./PlugsConfig.js"
import { gatewayChain } from "../../devnet/defaults.js"
import { defaultAffiliate, defaultApiKey } from "../../devnet/defaults.js"
import { isLoopback } from "../../primitives/urls/isLoopback.js"
import {
  devnetChains,
  devnetGatewayUrl,
  devnetMessagingUrl,
  devnetSwapUrl,
  publicGateways,
  resolveDevnet,
} from "./defaults.js"

/**
 * Resolves the `plugs` block, without what follows from known deployments. API keys stay unread until a client needs them.
 *
 * @param resolveVariable Hardhat's resolver, which reads configuration variables on use
 * @param toPath makes a path of the project absolute
 */
export function resolvePlugs(
  plugs: PlugsUserConfig | undefined,
  resolveVariable: ConfigurationVariableResolver,
  toPath: (path: string) => string,
): PlugsConfig {
  const devnet = resolveDevnet(plugs?.devnet)
  return {
    messaging: {
      baseUrl: plugs?.messaging?.baseUrl ?? devnetMessagingUrl(devnet.port),
      // Any other base URL has a key of its own: validation requires one.
      apiKey: resolveVariable(plugs?.messaging?.apiKey ?? defaultApiKey),
      deployment: plugs?.messaging?.deployment === undefined ? undefined : toPath(plugs.messaging.deployment),
    },
    gateway: resolveGateway(plugs?.gateway, devnetGatewayUrl(devnet.port), toPath),
    swap: resolveSwap(plugs?.swap, devnetSwapUrl(devnet.port), resolveVariable),
    ...resolveChains(plugs?.chains ?? {}, devnetChains(devnet)),
    contracts: plugs?.contracts ?? {},
    wiring: plugs?.wiring,
    devnet,
  }
}

/** The devnet's contracts are a default only for the devnet's own gateway. */
function resolveGateway(
  own: PlugsUserConfig["gateway"] = {},
  devnetUrl: string,
  toPath: (path: string) => string,
): GatewayConfig {
  const { baseUrl = devnetUrl, deployment, network = gatewayChain.name, contracts = {} } = own
  const isFile = deployment !== undefined && !publicGateways.includes(deployment)
  return {
    baseUrl,
    deployment: isFile ? toPath(deployment) : (deployment ?? (baseUrl === devnetUrl ? "devnet" : undefined)),
    network,
    contracts,
  }
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
  devnet: Readonly<Record<string, ChainConfig>>,
): Pick<PlugsConfig, "chains" | "unidentified"> {
  const chains: Record<string, ChainConfig> = {}
  const unidentified: Record<string, UnidentifiedChain> = {}
  for (const [name, { slug, network = name, socket }] of Object.entries(own)) {
    if (slug === undefined) unidentified[name] = { network, socket }
    else chains[name] = { slug, network, socket }
  }
  const slugs = new Set(Object.values(own).map(({ slug }) => slug))
  const free = Object.entries(devnet).filter(([name, { slug }]) => !Object.hasOwn(own, name) && !slugs.has(slug))
  return { chains: { ...chains, ...Object.fromEntries(free) }, unidentified }
}

/** Chain ids of networks that run on this machine: Hardhat's own. */
const localChainId = 31_337

/**
 * Tells whether known deployments can say more about a project's chains, so that no other project waits for them.
 *
 * @param networks the project's, with the chain ids that it configures
 */
export function concernsDeployments({ chains, unidentified, devnet }: PlugsConfig, networks: Networks): boolean {
  const local = new Set([localChainId, devnet.gateway.chainId, ...devnet.chains.map(({ chainId }) => chainId)])
  return (
    Object.keys(unidentified).length > 0 ||
    Object.values(chains).some(({ socket }) => socket === undefined) ||
    Object.values(networks).some(({ chainId }) => chainId !== undefined && !local.has(chainId))
  )
}

/** Networks by name, with the chain ids that the configuration gives them. */
export type Networks = Readonly<Record<string, { readonly chainId?: number | undefined }>>
