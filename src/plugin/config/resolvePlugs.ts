import type { ConfigurationVariableResolver } from "hardhat/types/config"

import type {
  ChainConfig,
  DevnetConfig,
  ForkConfig,
  GatewayConfig,
  PlugsConfig,
  SwapConfig,
  UnidentifiedChain,
  WatchConfig,
} from "./PlugsConfig.js"
import type { ChainUserConfig, DevnetUserConfig, PlugsUserConfig } from "./PlugsUserConfig.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { devnetOptions, gatewayChain, numberChains, numberGateway } from "#src/devnet/options.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

const defaultDevnetPort = 8645
const defaultApiKey = devnetOptions.apiKey.default
const defaultAffiliate = devnetOptions.affiliate.default

/** The names of the public deployments of app gateways. In this file, because every command checks the configuration. */
export const publicGateways: readonly string[] = ["stage", "dev"]

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
  const {
    baseUrl = devnetApiUrl(devnet.port, "messaging"),
    apiKey = defaultApiKey,
    deployment,
  } = plugs?.messaging ?? {}
  return {
    messaging: {
      ...plugs?.messaging,
      baseUrl,
      // Any other base URL has a key of its own: validation requires one.
      apiKey: resolveVariable(apiKey),
      deployment: deployment === undefined ? undefined : toPath(deployment),
    },
    gateway: resolveGateway(plugs?.gateway, devnetApiUrl(devnet.port, "gateway"), toPath),
    swap: resolveSwap(plugs?.swap, devnetApiUrl(devnet.port, "swap"), resolveVariable),
    ...resolveChains(plugs?.chains ?? {}, devnetChains(devnet), resolveVariable),
    contracts: plugs?.contracts ?? {},
    wiring: plugs?.wiring,
    trust: plugs?.trust,
    watch: resolveWatch(plugs?.watch, resolveVariable),
    forks: resolveForks(plugs?.forks, resolveVariable, toPath),
    devnet,
    localNetworks: plugs?.localNetworks ?? [],
    recordsKey: plugs?.recordsKey === undefined ? undefined : resolveVariable(plugs.recordsKey),
    prices: plugs?.prices,
  }
}

/** The URL of a node can contain a key, so it stays unread until the node is asked. */
function resolveForks(
  forks: PlugsUserConfig["forks"] = {},
  resolveVariable: ConfigurationVariableResolver,
  toPath: (path: string) => string,
): PlugsConfig["forks"] {
  const entries = Object.entries(forks).map(([name, { url, recording, ...own }]) => {
    const fork: ForkConfig = {
      ...own,
      ...(url !== undefined && { url: resolveVariable(url) }),
      ...(recording !== undefined && { recording: toPath(recording) }),
    }
    return [name, fork] as const
  })
  return Object.fromEntries(entries)
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
    ...own,
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
  const { baseUrl = devnetUrl, tokens = {}, chains = {}, routers = {}, prices = {} } = own
  const isLocal = isLoopback(baseUrl)
  const { apiKey = isLocal ? defaultApiKey : null, affiliate = isLocal ? defaultAffiliate : undefined } = own
  return {
    ...own,
    ...{ baseUrl, affiliate, tokens, chains, routers, prices },
    apiKey: apiKey === null ? undefined : resolveVariable(apiKey),
  }
}

/** The URLs of a webhook and of a database are secrets too, so they stay unread until the watch needs them. */
function resolveWatch(
  { webhook, store, fromBlocks = {}, published = {}, invariants = {}, ...own }: PlugsUserConfig["watch"] = {},
  resolveVariable: ConfigurationVariableResolver,
): WatchConfig {
  const { url, secret, shape = "event" } = webhook ?? {}
  return {
    ...{ ...own, fromBlocks, published, invariants },
    store: store === undefined ? undefined : resolveVariable(store),
    webhook:
      url === undefined
        ? undefined
        : { url: resolveVariable(url), secret: secret === undefined ? undefined : resolveVariable(secret), shape },
  }
}

/** Adds the devnet's chains, except those whose name or slug the user has given to another chain. */
function resolveChains(
  own: Readonly<Record<string, ChainUserConfig>>,
  devnet: Readonly<Record<string, ChainConfig>>,
  resolveVariable: ConfigurationVariableResolver,
): Pick<PlugsConfig, "chains" | "unidentified"> {
  const chains: Record<string, ChainConfig> = {}
  const unidentified: Record<string, UnidentifiedChain> = {}
  for (const [name, { slug, network = name, socket, nodes, ...others }] of Object.entries(own)) {
    const rest = { ...others, ...(nodes && { nodes: nodes.map(resolveVariable) }) }
    if (slug === undefined) unidentified[name] = { ...rest, network, socket }
    else chains[name] = { ...rest, slug, network, socket }
  }
  const slugs = new Set(Object.values(own).map(({ slug }) => slug))
  const free = Object.entries(devnet).filter(([name, { slug }]) => !Object.hasOwn(own, name) && !slugs.has(slug))
  return { chains: { ...chains, ...Object.fromEntries(free) }, unidentified }
}

/** Resolves the `plugs.devnet` block, which has been validated. */
export function resolveDevnet({
  port = defaultDevnetPort,
  chains = devnetOptions.chains.default,
  gateway,
  allowedOrigins = [],
  paths = [],
  ...rest
}: DevnetUserConfig = {}): DevnetConfig {
  const { chainId } = numberGateway(gateway?.chainId)
  return { ...rest, port, chains: numberChains(chains), gateway: { chainId }, allowedOrigins, paths }
}

/** Chain ids of networks that run on this machine: Hardhat's own. */
const localChainId = 31_337

/** Whether known deployments can say more about a project's chains, so that no other project waits for them. */
export function concernsDeployments({ chains, unidentified, devnet }: PlugsConfig, networks: Networks): boolean {
  const local = new Set([localChainId, devnet.gateway.chainId, ...devnet.chains.map(({ chainId }) => chainId)])
  return (
    Object.keys(unidentified).length > 0 ||
    Object.values(chains).some(({ socket }) => socket === undefined) ||
    Object.values(networks).some(({ chainId }) => chainId !== undefined && !local.has(chainId))
  )
}

/** Networks by name, with the chain ids that the configuration gives them. */
export type Networks = Readonly<
  Record<string, { readonly type?: string | undefined; readonly chainId?: number | undefined }>
>

export function devnetUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}

export function devnetApiUrl(port: number, api: "messaging" | "gateway" | "swap"): string {
  return `${devnetUrl(port)}/${api}`
}

export function devnetRpcUrl(port: number, chainName: string): string {
  return `${devnetUrl(port)}/rpc/${chainName}`
}

/** Lists the devnet's chains as `plugs.chains` has them. */
export function devnetChains(devnet: DevnetConfig): Record<string, ChainConfig> {
  return Object.fromEntries(
    devnet.chains.map(({ name, slug }) => [name, { slug, network: name, socket: devnetSocket }]),
  )
}
