import type { ResolvedConfigurationVariable, SensitiveString } from "hardhat/types/config"
import type { Address } from "viem"

/**
 * The `plugs` block of a Hardhat configuration. What is left out points at the devnet.
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
  /** Where the messaging API answers. */
  messaging?: MessagingUserConfig
  /** Where the gateway API answers, and which contracts its chain has. */
  gateway?: GatewayUserConfig
  /** Where the swap API answers. */
  swap?: SwapUserConfig
  /** Chains by the names that tasks and scripts call them. The devnet's own are known without being written here. */
  chains?: Record<string, ChainUserConfig>
  /** The local devnet, for `npx hardhat devnet` and for every default that points at it. */
  devnet?: DevnetUserConfig
}

export type MessagingUserConfig = {
  /** Https, or a loopback address. Defaults to the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Needed as soon as `baseUrl` is not on this machine. Read only when a request is made. */
  apiKey?: SensitiveString
}

export type GatewayUserConfig = {
  /** Https, or a loopback address. Defaults to the devnet. */
  baseUrl?: string
  /** What forwarders' addresses follow from. Known of the devnet; of another gateway, needed to predict them. */
  contracts?: GatewayContractsUserConfig
}

/** Contracts of the gateway chain. */
export type GatewayContractsUserConfig = {
  addressResolver: Address
  asyncDeployer: Address
  forwarderBeacon: Address
}

export type SwapUserConfig = {
  /** Https, or a loopback address. Defaults to the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Needed as soon as `baseUrl` is not on this machine. Read only when a request is made. */
  apiKey?: SensitiveString
  /** Sent as `affiliate`: the name that the API knows the project by. Of another API than the devnet's, none by default. */
  affiliate?: string
}

export type ChainUserConfig = {
  /** The protocol's number for the chain, which is its chain id almost always. */
  slug: number
  /** The Hardhat network that reaches it. Defaults to the chain's own name. */
  network?: string
  /** The messaging contract. Needed to read or pay anything on that chain. */
  socket?: Address
}

export type DevnetUserConfig = {
  /** Defaults to 8645. */
  port?: number
  /** Names, or names with their numbers. Defaults to alpha and beta. */
  chains?: readonly (string | DevnetChainUserConfig)[]
}

export type DevnetChainUserConfig = {
  name: string
  chainId: number
  /** Defaults to the chain id. */
  slug?: number
}

/** The `plugs` block with its defaults, as `hre.config.plugs` has it. */
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
