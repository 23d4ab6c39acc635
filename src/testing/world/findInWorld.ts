import { type Address, getAddress, isAddress } from "viem"

import { describeArgument, invalid } from "../arguments.js"
import type { OpenWorld } from "./OpenWorld.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"
import type { Gateway } from "#src/devnet/gateway/openGateway.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"

/** An address, or a contract or an account that has one. */
export type Addressed = Address | { readonly address: Address }

type WithChains = Pick<OpenWorld, "devnet" | "gateway">

/** The chains of a world, with the gateway's. */
export function everyChain({ devnet, gateway }: WithChains): readonly LocalChain[] {
  return [...Object.values(devnet.chains), ...(gateway === undefined ? [] : [gateway.chain])]
}

/** The chains of a world by their names, with the gateway's. */
export function chainsOf(world: WithChains): ReadonlyMap<string, LocalChain> {
  return new Map(everyChain(world).map((chain) => [chain.name, chain]))
}

/** The chain of this name. Faults are checked before they begin, so there is one. */
export function chainOf(world: WithChains, name: string): LocalChain {
  return chainsOf(world).get(name) as LocalChain
}

/** Whether a slug is that of the chain of this name, or of any where none is named. */
export function isOn(world: WithChains, name: string | undefined): (slug: number) => boolean {
  const named = name === undefined ? undefined : chainOf(world, name).slug
  return (slug) => named === undefined || named === slug
}

/** The chain with this slug; `undefined` for the gateway's and for chains of other worlds. */
export function chainOfSlug({ devnet }: OpenWorld, slug: number): DevnetChain<boolean> | undefined {
  return Object.values(devnet.chains).find((chain) => chain.slug === slug)
}

/** The chain of this name, without the gateway's. Refuses a name that the world does not have. */
export function chainNamed({ devnet }: OpenWorld, name: string): DevnetChain<boolean> {
  const chain = Object.hasOwn(devnet.chains, name) ? devnet.chains[name] : undefined
  if (chain !== undefined) return chain
  const names = Object.keys(devnet.chains)
  throw invalid(
    "chain",
    `the world has no chain ${describeArgument(name)}`,
    `Name one of ${names.join(", ")}, or add it: createWorld(hre, { chains: […] }).${didYouMean(name, names)}`,
  )
}

/** The gateway of a world. Refuses a world without one. */
export function gatewayOf({ gateway }: OpenWorld): Gateway {
  if (gateway !== undefined) return gateway
  throw invalid("gateway", "this world has no gateway", "Start it with one: createWorld(hre, { gateway: true }).")
}

export function tokensNamed({ devnet, gateway }: OpenWorld, { name }: LocalChain): ReadonlyMap<string, Address> {
  const tokens = Object.values(devnet.market?.[name]?.tokens ?? {}).map(
    ({ symbol, address }) => [symbol, address] as const,
  )
  if (gateway === undefined) return new Map(tokens)
  const { feeToken, sixDecimalFeeToken } = gateway.servedContracts
  return new Map([...tokens, ["USDX", feeToken], ["USD6", sixDecimalFeeToken]])
}

/** The address of what has one, with its checksum. */
export function addressOf(addressed: Addressed, argument = "address"): Address {
  // Users without TypeScript can give anything.
  const value: unknown = addressed
  const address: unknown = typeof value === "object" && value !== null && "address" in value ? value.address : value
  if (typeof address === "string" && isAddress(address, { strict: false })) return getAddress(address)
  throw invalid(
    argument,
    `${describeArgument(address)} is neither an address nor something that has one`,
    "Give 0x followed by 40 hexadecimal digits, or a contract or an account.",
  )
}
