import type { ResolvedConfigurationVariable } from "hardhat/types/config"
import type { Address } from "viem"

import type {
  DevnetChainUserConfig,
  DevnetGatewayUserConfig,
  DevnetPathUserConfig,
  DevnetUserConfig,
  ForkUserConfig,
  GatewayContractsUserConfig,
  GatewayUserConfig,
  MessagingUserConfig,
  NativePrices,
  SwapChainUserConfig,
  SwapUserConfig,
  TrustUserConfig,
  WatchUserConfig,
} from "./PlugsUserConfig.js"
import type { KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"
import type { WatchInvariant } from "#extras/watch/src/reconciling/invariants.js"
import type { WiringApplication } from "#src/messaging/wiring/Wiring.js"
import type { Hardfork } from "#src/primitives/numbers/gasRules.js"

/** A block with its defaults filled in: the keys of `Own` have these types, and all others those that the user writes. */
type Resolved<User, Own> = Readonly<Omit<User, keyof Own>> & Readonly<Own>

/** The resolved `plugs` block, as `hre.config.plugs` has it. */
export type PlugsConfig = {
  readonly messaging: MessagingConfig
  readonly gateway: GatewayConfig
  readonly swap: SwapConfig
  readonly chains: Readonly<Record<string, ChainConfig>>
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Address>>>>
  /** Configured chains whose slug is not known before their network is asked for its chain id. */
  readonly unidentified: Readonly<Record<string, UnidentifiedChain>>
  /** Undefined if the configuration has none. It is checked when it is used. */
  readonly wiring: Readonly<Record<string, WiringApplication>> | undefined
  readonly watch: WatchConfig
  readonly trust: TrustUserConfig | undefined
  readonly forks: Readonly<Record<string, ForkConfig>>
  readonly devnet: DevnetConfig
  readonly localNetworks: readonly string[]
  /** Undefined where it is the user's own. */
  readonly recordsKey: ResolvedConfigurationVariable | undefined
  readonly prices: NativePrices | undefined
}

type MessagingConfig = Resolved<
  MessagingUserConfig,
  {
    baseUrl: string
    apiKey: ResolvedConfigurationVariable
    /** The path of the file; undefined where the deployments are those that the package knows. */
    deployment: string | undefined
  }
>

/** {@link GatewayUserConfig} with its defaults filled in. */
export type GatewayConfig = Resolved<
  GatewayUserConfig,
  {
    baseUrl: string
    /** `devnet`, `stage`, `dev`, or the path of a file; undefined if nothing says which. */
    deployment: string | undefined
    network: string
    /** Those that the user wrote. */
    contracts: Readonly<GatewayContractsUserConfig>
  }
>

/** {@link SwapUserConfig} with its defaults filled in. */
export type SwapConfig = Resolved<
  SwapUserConfig,
  {
    baseUrl: string
    /** Undefined where the host takes no key. */
    apiKey: ResolvedConfigurationVariable | undefined
    affiliate: string | undefined
    tokens: Readonly<Record<string, Readonly<Record<string, Address>>>>
    chains: Readonly<Record<string, SwapChainUserConfig>>
    routers: Readonly<Record<string, KnownRouters>>
    prices: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
>

/** {@link WatchUserConfig} with its defaults filled in, but for the time that its chains decide. */
export type WatchConfig = Resolved<
  WatchUserConfig,
  {
    fromBlocks: Readonly<Record<string, number>>
    store: ResolvedConfigurationVariable | undefined
    webhook:
      | Readonly<{
          url: ResolvedConfigurationVariable
          secret: ResolvedConfigurationVariable | undefined
          shape: "event" | "slack"
        }>
      | undefined
    published: Readonly<Record<string, string>>
    invariants: Readonly<Record<string, WatchInvariant>>
  }
>

/** {@link ForkUserConfig} with the path of its file. */
export type ForkConfig = Resolved<ForkUserConfig, { url?: ResolvedConfigurationVariable; recording?: string }>

/** {@link ChainUserConfig} with its defaults filled in. */
export type ChainConfig = Readonly<{
  slug: number
  network: string
  socket: Address | undefined
  maxGasCost?: string | undefined
  nodes?: readonly ResolvedConfigurationVariable[] | undefined
  hardfork?: Hardfork | undefined
  /** Networks that reach the same chain by their chain ids, and are no chains of their own. */
  otherNetworks?: readonly string[] | undefined
}>

/** A {@link ChainUserConfig} without a slug. */
export type UnidentifiedChain = Omit<ChainConfig, "slug">

/** {@link DevnetUserConfig} with its defaults filled in, but for those that the devnet decides. */
export type DevnetConfig = Resolved<
  DevnetUserConfig,
  {
    port: number
    chains: readonly Required<DevnetChainUserConfig>[]
    gateway: Required<DevnetGatewayUserConfig>
    allowedOrigins: readonly string[]
    /** Those that the user listed. */
    paths: readonly DevnetPathUserConfig[]
  }
>
