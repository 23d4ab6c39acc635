import type { HardhatConfig } from "hardhat/types/config"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { PlugsConfig } from "./PlugsConfig.js"
import { gatewayChain } from "#src/devnet/options.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Lists the configured chains whose slugs are known without asking a network. */
export function chainsOf(config: PlugsConfig): ChainEntry[] {
  return Object.entries(config.chains).map(([name, chain]) => ({ name, ...chain }))
}

/** A network that is no chain by itself, and the chain that is read in its place. */
export type LeftOutNetwork = {
  readonly network: string
  readonly why: "NO_CHAIN_ID" | "CHAIN_TAKEN"
  readonly chain: string | null
}

/** A network that every project has. */
const ownOfHardhat = "localhost"

/** Lists the networks of the user that no configured chain has. No network is asked. */
export function leftOutNetworks({
  config: { plugs, networks },
  userConfig,
}: Pick<HardhatRuntimeEnvironment, "config" | "userConfig">): LeftOutNetwork[] {
  const used = new Set(Object.values({ ...plugs.chains, ...plugs.unidentified }).map(({ network }) => network))
  const bare = Object.keys(userConfig.networks ?? {}).filter(
    (name) =>
      name !== ownOfHardhat &&
      !used.has(name) &&
      networks[name]?.type === "http" &&
      networks[name].chainId === undefined,
  )
  return [
    ...bare.map((network): LeftOutNetwork => ({ network, why: "NO_CHAIN_ID", chain: null })),
    ...chainsOf(plugs).flatMap(({ name: chain, otherNetworks = [] }) =>
      otherNetworks.map((network): LeftOutNetwork => ({ network, why: "CHAIN_TAKEN", chain })),
    ),
  ]
}

/** Names the chain of a slug: as the configuration does, or by the slug itself. */
export function nameChains(chains: readonly ChainEntry[]): (slug: number) => string {
  // Of two networks that reach one chain, the first in the configuration gives its name.
  const names = new Map(chains.toReversed().map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? String(slug)
}

/**
 * Returns the slug of a chain that is given by its name or by its slug.
 *
 * @throws {InvalidInputError} no configured chain has the name
 */
export function slugOf(reference: number | string, argument: string, config: PlugsConfig): number {
  if (typeof reference === "number") return reference
  const unidentified = Object.hasOwn(config.unidentified, reference) ? config.unidentified[reference] : undefined
  if (unidentified !== undefined) throw chainIdMissing(argument, unidentified.network)
  return findChain(chainsOf(config), reference, argument).slug
}

/** The slug of a chain is needed where its network cannot be asked for the chain id that it follows from. */
export function chainIdMissing(argument: string, network: string): InvalidInputError {
  return new InvalidInputError({
    argument,
    problem: `the configuration does not say which chain the network ${network} reaches`,
    fix: `Add its chainId to config.networks.${network}, or its slug to config.plugs.chains.`,
  })
}

export type SourceReference = { readonly from: string | undefined; readonly network: string | undefined }

/**
 * Finds the chain that a command starts from: the one of `--from`, or else the one of `--network`.
 *
 * @throws {InvalidInputError} neither is given, or no chain has that name
 */
export function sourceChain(chains: readonly ChainEntry[], { from, network }: SourceReference): ChainEntry {
  if (from !== undefined) return findChain(chains, from, "--from")
  if (network !== undefined) return findChain(chains, network, "--network")
  throw new InvalidInputError({
    argument: "--from",
    problem: "the source chain is missing",
    fix: `Add --from with one of ${chains.map(({ name }) => name).join(", ")}.`,
  })
}

/** The same, for a command that can find out the chain by other means. */
export function sourceChainIfGiven(chains: readonly ChainEntry[], where: SourceReference): ChainEntry | undefined {
  return where.from === undefined && where.network === undefined ? undefined : sourceChain(chains, where)
}

/**
 * Finds the chain of a slug where messages begin: the one that the command names, or else the configured one, if there is one.
 *
 * @throws {InvalidInputError} it can mean several, and none is named
 */
export function chainOfSlug(
  slug: number,
  { chains, source }: { readonly chains: readonly ChainEntry[]; readonly source: ChainEntry | undefined },
): ChainEntry | undefined {
  if (source?.slug === slug) return source
  return chains.some((chain) => chain.slug === slug) ? findChain(chains, slug, "--from") : undefined
}

/** The chain of app gateways: a network, seldom in `plugs.chains`, as no messages go there; but what gas may cost is read there. */
export function gatewayChainOf({ networks, plugs }: Pick<HardhatConfig, "networks" | "plugs">): ChainEntry {
  const { name } = gatewayChain
  const { network } = plugs.gateway
  const slug = networks[network]?.chainId ?? plugs.devnet.gateway.chainId
  return { name, slug, network, maxGasCost: maxGasCostOn([name, network], plugs) }
}

/** Returns what the configuration says that gas may cost on a chain with one of these names or networks. */
export function maxGasCostOn(
  names: readonly string[],
  { chains, unidentified }: Pick<PlugsConfig, "chains" | "unidentified">,
): string | undefined {
  const entries = Object.entries({ ...unidentified, ...chains })
  return entries.find(([name, { network }]) => names.includes(name) || names.includes(network))?.[1].maxGasCost
}

/** Lists the chains on which contracts can have names: the configured ones and the gateway's. */
export function bookChains(config: Pick<HardhatConfig, "networks" | "plugs">): ChainEntry[] {
  const chains = chainsOf(config.plugs)
  const gateway = gatewayChainOf(config)
  return chains.some(({ name, slug }) => name === gateway.name || slug === gateway.slug) ? chains : [...chains, gateway]
}

/** The chain id that wallets and the swap API use: of the network, or else the slug, nearly always the same. */
export function chainIdOf({ network, slug }: ChainEntry, { networks }: Pick<HardhatConfig, "networks">): number {
  return networks[network]?.chainId ?? slug
}

/** Names the chain of an id as the configuration does, if it is configured. */
export function nameConfiguredChains(
  config: Pick<HardhatConfig, "networks" | "plugs">,
): (chainId: number) => string | undefined {
  const names = new Map(chainsOf(config.plugs).map((chain) => [chainIdOf(chain, config), chain.name]))
  return (chainId) => names.get(chainId)
}
