import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSocket } from "../../devnet/addresses.js"
import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { chainsOf } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

/**
 * Finds the configured chain that a connection reaches.
 *
 * @throws {InvalidInputError} no configured chain has the connection's network
 */
export function connectionChain({ networkName }: NetworkConnection<string>, config: PlugsConfig): ChainEntry {
  const chains = chainsOf(config)
  if (chains.some(({ name, network }) => name === networkName || network === networkName)) {
    return findChain(chains, networkName, "connection")
  }
  throw new InvalidInputError({
    argument: "config.plugs.chains",
    problem: `no chain has the network ${networkName}`,
    fix: `Add one, such as chains: { ${networkName}: { slug: 42161, network: "${networkName}", socket: "0x…" } }.`,
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
