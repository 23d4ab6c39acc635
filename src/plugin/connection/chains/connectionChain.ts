import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { chainIdMissing, chainsOf } from "../../config/chainsOf.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import { isDevnetSocket } from "#src/devnet/addresses.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** The chain of a connection. Reading its socket throws an `InvalidInputError` if the configuration has none. */
export type ConnectedChain = Omit<ChainEntry, "socket" | "nodes"> & { readonly socket: Address }

/**
 * Returns the chain of a connection as scripts see it: slug and socket need no check before they are used.
 *
 * @throws {InvalidInputError} no configured chain has the connection's network
 */
export function connectedChain(connection: NetworkConnection<string>, config: PlugsConfig): ConnectedChain {
  const { socket, name, slug, network, maxGasCost } = connectionChain(connection, config)
  // Without the URLs of its nodes, which can contain keys.
  const chain = { name, slug, network, ...(maxGasCost !== undefined && { maxGasCost }) }
  if (socket !== undefined) return { ...chain, socket }
  const read = (): never => {
    throw missingSocket(chain.name)
  }
  // Not enumerable, so that a chain without a socket can still be copied and printed.
  return Object.defineProperty({ ...chain, socket: undefined as never }, "socket", { get: read, enumerable: false })
}

/** The error of a chain whose messaging contract is needed and is not configured. */
export function missingSocket(chain: string): InvalidInputError {
  return new InvalidInputError({
    argument: `config.plugs.chains.${chain}.socket`,
    problem: "the chain's messaging contract is not known",
    fix: 'Add its address, such as socket: "0x…". Those of npx hardhat messaging chains are known.',
  })
}

/**
 * Finds the configured chain that a connection reaches, without asking its network.
 *
 * @throws {InvalidInputError} no configured chain has the connection's network, or its slug follows from a chain id that only the network
 * knows
 */
export function connectionChain({ networkName }: NetworkConnection<string>, config: PlugsConfig): ChainEntry {
  const chains = chainsOf(config)
  if (chains.some(({ name, network }) => name === networkName || network === networkName)) {
    return findChain(chains, networkName, "connection")
  }
  const twin = chains.find(({ otherNetworks = [] }) => otherNetworks.includes(networkName))
  if (twin !== undefined) return { ...twin, name: networkName, network: networkName }
  const { unidentified } = config
  if (Object.entries(unidentified).some(([name, { network }]) => name === networkName || network === networkName)) {
    throw chainIdMissing("connection", networkName)
  }
  throw new InvalidInputError({
    argument: "config.plugs.chains",
    problem: `no chain has the network ${networkName}`,
    fix: `Add chainId to the network if the chain is among those of npx hardhat messaging chains, or a chain, such as chains: { ${networkName}: { slug: 42161, socket: "0x…" } }.`,
  })
}

/**
 * Returns the address of a contract that a devnet has once on each chain. Other chains have several of its kind, so the caller must
 * name one there.
 *
 * @throws {InvalidInputError} the connection's chain is not one of a devnet's
 */
export function devnetContract(
  connection: NetworkConnection<string>,
  config: PlugsConfig,
  { address, argument }: { address: Address; argument: string },
): Address {
  const { name, socket } = connectionChain(connection, config)
  if (isDevnetSocket(socket)) return address
  throw new InvalidInputError({
    argument,
    problem: `it has no default on ${name}, which is not a devnet chain`,
    fix: "Give its address.",
  })
}
