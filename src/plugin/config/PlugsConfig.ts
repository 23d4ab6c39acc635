import type { ResolvedConfigurationVariable, SensitiveString } from "hardhat/types/config"
import type { Address } from "viem"

/**
 * The `plugs` block of a Hardhat configuration. Every default points at the devnet.
 *
 * @example
 * export default defineConfig({
 *   plugins: [hardhatPlugs],
 *   plugs: {
 *     messaging: { baseUrl: "https://messaging.example", apiKey: configVariable("MESSAGING_API_KEY") },
 *     gateway: { baseUrl: "https://gateway.example" },
 *     swap: { baseUrl: "https://swap.example", apiKey: configVariable("SWAP_API_KEY"), affiliate: "our-app" },
 *     chains: { arbitrum: { slug: 42161, network: "arbitrum", socket: "0x…" } },
 *   },
 * })
 */
export type PlugsUserConfig = {
  /** The messaging API. */
  messaging?: MessagingUserConfig
  /** The gateway API, and the contracts of its chain. */
  gateway?: GatewayUserConfig
  /** The swap API. */
  swap?: SwapUserConfig
  /** Chains by the names that tasks and scripts use. The devnet's chains are added by default. */
  chains?: Record<string, ChainUserConfig>
  /** The local devnet that `npx hardhat devnet` starts and that the defaults point at. */
  devnet?: DevnetUserConfig
}

export type MessagingUserConfig = {
  /** An https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine. Read only when a client is created. */
  apiKey?: SensitiveString
}

export type GatewayUserConfig = {
  /** An https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** The contracts that determine forwarders' addresses. Default: the devnet's; required to predict forwarders of another gateway. */
  contracts?: GatewayContractsUserConfig
}

/** Contracts of the gateway chain. */
export type GatewayContractsUserConfig = {
  addressResolver: Address
  asyncDeployer: Address
  forwarderBeacon: Address
}

export type SwapUserConfig = {
  /** An https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine. Read only when a client is created. */
  apiKey?: SensitiveString
  /** Sent as `affiliate`: the project's name at the API. Default: the devnet's, and none for any other API. */
  affiliate?: string
}

export type ChainUserConfig = {
  /** The protocol's number for the chain: its chain id, almost always. */
  slug: number
  /** The Hardhat network that reaches it. Default: the chain's name. */
  network?: string
  /** The messaging contract. Required to read fees or send messages on that chain. */
  socket?: Address
}

export type DevnetUserConfig = {
  /** Default: 8645. */
  port?: number
  /** Names, or names with chain ids. Default: alpha and beta. */
  chains?: readonly (string | DevnetChainUserConfig)[]
}

export type DevnetChainUserConfig = {
  name: string
  chainId: number
  /** Default: the chain id. */
  slug?: number
}

/** The resolved `plugs` block, as `hre.config.plugs` has it. */
export type PlugsConfig = {
  readonly messaging: {
    readonly baseUrl: string
    readonly apiKey: ResolvedConfigurationVariable
  }
  readonly gateway: GatewayConfig
  readonly swap: SwapConfig
  readonly chains: Readonly<Record<string, ChainConfig>>
  readonly devnet: DevnetConfig
}

export type GatewayConfig = {
  readonly baseUrl: string
  readonly contracts: Readonly<GatewayContractsUserConfig> | undefined
}

export type SwapConfig = {
  readonly baseUrl: string
  readonly apiKey: ResolvedConfigurationVariable
  readonly affiliate: string | undefined
}

export type ChainConfig = {
  readonly slug: number
  readonly network: string
  readonly socket: Address | undefined
}

export type DevnetConfig = {
  readonly port: number
  readonly chains: readonly Required<DevnetChainUserConfig>[]
}
