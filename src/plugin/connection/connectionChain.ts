import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSocket } from "../../devnet/addresses.js"
import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { chainIdMissing, chainsOf } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

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
  if (socket?.toLowerCase() === devnetSocket.toLowerCase()) return address
  throw new InvalidInputError({
    argument,
    problem: `it has no default on ${name}, which is not a devnet chain`,
    fix: "Give its address.",
  })
}
