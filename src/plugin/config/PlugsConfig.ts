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
 *     swap: {
 *       baseUrl: "https://swap.example",
 *       apiKey: configVariable("SWAP_API_KEY"),
 *       affiliate: "our-app",
 *       tokens: { arbitrum: { USDC: "0x…" } },
 *       chains: { arbitrum: { allowedTargets: ["0x…"] } },
 *     },
 *     chains: { arbitrum: { slug: 42161, network: "arbitrum", socket: "0x…" } },
 *   },
 * })
 */
export type PlugsUserConfig = {
  /** The messaging API. Default: the devnet's. */
  messaging?: MessagingUserConfig
  /** The gateway API, and the contracts of its chain. Default: the devnet's. */
  gateway?: GatewayUserConfig
  /** The swap API. Default: the devnet's. */
  swap?: SwapUserConfig
  /** Chains, by the names that tasks and scripts use. The devnet's are added, unless their name or slug is taken. Default: only the devnet's. */
  chains?: Record<string, ChainUserConfig>
  /** The project's own contracts, by name and by chain name, so that tasks take their names. Default: only those that Ignition has deployed. */
  contracts?: Record<string, Record<string, Address>>
  /** The devnet that `npx hardhat devnet` starts and that the defaults point to. Default: port 8645, chains alpha and beta. */
  devnet?: DevnetUserConfig
}

/** The messaging API that tasks and `connection.plugs.messaging` use. */
export type MessagingUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine. Read only when a client is created. */
  apiKey?: SensitiveString
}

/** The gateway API that tasks and `connection.plugs.gateway` use, and the contracts that predict its forwarders. */
export type GatewayUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** The contracts that determine the addresses of forwarders. Default: the devnet's; required to predict forwarders of another gateway. */
  contracts?: GatewayContractsUserConfig
}

/** Contracts of the gateway chain that determine the addresses of forwarders. */
export type GatewayContractsUserConfig = {
  /** The contract that knows the forwarder of each contract, and deploys it through the async deployer. */
  addressResolver: Address
  /** The contract that creates each forwarder. */
  asyncDeployer: Address
  /** The beacon that every forwarder takes its code from. */
  forwarderBeacon: Address
}

/** The swap API that tasks and `connection.plugs.swap` use. */
export type SwapUserConfig = {
  /** Where the API answers: an https URL, or http on a loopback address. Default: the devnet. */
  baseUrl?: string
  /** Sent as `x-api-key`. Required unless `baseUrl` is on this machine or a public host without keys; null for another host that takes none. Read only when a client is created. */
  apiKey?: SensitiveString | null
  /** Sent as `affiliate`: the project's id at the API. Required unless `baseUrl` is on this machine. Default: the devnet's, and none for any other API. */
  affiliate?: string
  /** Addresses of tokens, by chain name and symbol. A symbol that is written here means this token, whatever the API says. Default: none; symbols are looked up in the API. */
  tokens?: Record<string, Record<string, Address>>
  /** Contracts that swaps may use, by chain name. Default: on the devnet's chains its router; none anywhere else. */
  chains?: Record<string, SwapChainUserConfig>
}

/** Contracts of one chain that swaps may use. They are trusted with every token and every right of the account. */
export type SwapChainUserConfig = {
  /** Contracts that a swap's transaction may call. Default: the devnet's router on its own chains; none anywhere else. */
  allowedTargets?: readonly Address[]
  /** Contracts that may be approved even though the transaction calls another one. Default: those of `allowedTargets`. */
  allowedSpenders?: readonly Address[]
}

/** A chain, as tasks and scripts know it. */
export type ChainUserConfig = {
  /** The protocol's number for the chain, almost always its chain id. */
  slug: number
  /** The Hardhat network that reaches it. Default: the chain's name. */
  network?: string
  /** The address of the messaging contract. Required to read fees or send messages on that chain. */
  socket?: Address
}

/** What `npx hardhat devnet` starts. */
export type DevnetUserConfig = {
  /** The port on 127.0.0.1 that serves the chains and the APIs. Default: 8645. */
  port?: number
  /** Chains to start, at least two: names, or names with chain ids. Default: alpha and beta. */
  chains?: readonly (string | DevnetChainUserConfig)[]
  /** The gateway chain, which the devnet has beside them. Default: chain id 41000. */
  gateway?: DevnetGatewayUserConfig
  /** Origins of web pages and browser extensions that may use the devnet, such as `http://localhost:5173`. Default: none but its own. */
  allowedOrigins?: readonly string[]
  /** Paths between two chains and the kinds of switchboards on each. A path that is not listed has both kinds. `--path` replaces them all. Default: none listed. */
  paths?: readonly DevnetPathUserConfig[]
  /** Seconds of the destination chain's clock until an optimistic switchboard allows a packet. Default: 5. */
  optimisticTimeout?: number
  /** MiB of memory from which the devnet warns. Default: 3072, or half of the machine's memory if that is less. */
  memoryWarning?: number
}

/** A chain of the devnet whose chain id you choose. */
export type DevnetChainUserConfig = {
  /** The name of the chain in tasks, scripts and URLs: letters, digits, - and _, with a letter first. */
  name: string
  /** The chain id, which no other chain of the devnet has. 41000 is the gateway's, unless it has another. */
  chainId: number
  /** The protocol's number for the chain. Default: the chain id. */
  slug?: number
}

/** A path between two chains of the devnet, in both directions. */
export type DevnetPathUserConfig = {
  /** The names of the two chains. */
  between: readonly [string, string]
  /** The kinds of switchboards that plugs can choose on it, at least one. */
  kinds: readonly ("FAST" | "OPTIMISTIC")[]
}

/** The chain of the devnet on which app gateways live. */
export type DevnetGatewayUserConfig = {
  /** The chain id, which is also the slug. Scripts that were written for the deployed system may expect 43. Default: 41000. */
  chainId?: number
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
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Address>>>>
  readonly devnet: DevnetConfig
}

/** {@link GatewayUserConfig} with its defaults filled in. */
export type GatewayConfig = {
  readonly baseUrl: string
  readonly contracts: Readonly<GatewayContractsUserConfig> | undefined
}

/** {@link SwapUserConfig} with its defaults filled in. */
export type SwapConfig = {
  readonly baseUrl: string
  /** Undefined where the host takes no key. */
  readonly apiKey: ResolvedConfigurationVariable | undefined
  readonly affiliate: string | undefined
  readonly tokens: Readonly<Record<string, Readonly<Record<string, Address>>>>
  readonly chains: Readonly<Record<string, SwapChainUserConfig>>
}

/** {@link ChainUserConfig} with its defaults filled in. */
export type ChainConfig = {
  readonly slug: number
  readonly network: string
  readonly socket: Address | undefined
}

/** {@link DevnetUserConfig} with its defaults filled in. */
export type DevnetConfig = {
  readonly port: number
  readonly chains: readonly Required<DevnetChainUserConfig>[]
  readonly gateway: Required<DevnetGatewayUserConfig>
  readonly allowedOrigins: readonly string[]
  /** Those that the user listed. */
  readonly paths: readonly DevnetPathUserConfig[]
  /** Seconds; undefined where the devnet decides. */
  readonly optimisticTimeout: number | undefined
  /** Undefined where the devnet decides. */
  readonly memoryWarning: number | undefined
}
