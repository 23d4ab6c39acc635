import type { NetworkConnection } from "hardhat/types/network"

import { type ChainEntry, findChain } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { chainsOf } from "../config/chainsOf.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

/**
 * The configured chain that a connection reaches.
 *
 * @throws {InvalidInputError} no configured chain has the connection's network
 */
export function ownChain({ networkName }: NetworkConnection<string>, config: PlugsConfig): ChainEntry {
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
